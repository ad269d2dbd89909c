import { isIP } from 'node:net';
import { posix } from 'node:path';
import type { ErrorIssue } from 'svc-registry/kernel';
import { parsedUrl } from '../../../toolbox/parsed-url.js';
import { isRecord } from '../../../toolbox/type-guards.js';
import type { LooseFile } from '../contract/plugin-format.js';
import { Findings, type Location } from './findings.js';
import { FileTree } from './file-tree.js';
import { nearestName } from './nearest-name.js';
import { decodeText } from './text.js';

const SLOTS = ['inputs', 'output'];

interface SchemaContext {
  readonly findings: Findings;
  readonly tree: FileTree;
  /** The skill's folder. */
  readonly folder: string;
  /** Where `schemas` stands. */
  readonly location: Location;
}

/** Checks the shape of a skill's `schemas`. Remote schemas are never fetched here, but when a launch is prepared. */
export function checkSchemas(schemas: unknown, context: SchemaContext): void {
  if (!isRecord(schemas)) {
    context.findings.error('"schemas" must be a mapping with "inputs", "output" or both.', {
      ...context.location,
      field: 'schemas',
    });
    return;
  }
  for (const [slot, value] of Object.entries(schemas)) {
    const field = `schemas.${slot}`;
    const problem = slotProblem(slot, value, context);
    if (problem !== undefined) context.findings.error(problem, { ...context.location, field });
  }
}

/** The problems of a skill's `schemas`, where only its folder and the files beside it are known. */
export function schemaProblems(
  schemas: unknown,
  { folder, files }: { readonly folder: string; readonly files: readonly LooseFile[] },
): readonly ErrorIssue[] {
  const findings = new Findings();
  const location = { file: posix.join(folder, 'SKILL.md') };
  checkSchemas(schemas, { findings, tree: new FileTree(files), folder, location });
  return findings.errors;
}

function slotProblem(slot: string, value: unknown, context: SchemaContext): string | undefined {
  if (!SLOTS.includes(slot)) {
    const meant = nearestName(slot, SLOTS);
    return `"${slot}" is not a slot of "schemas"; ${meant === undefined ? 'slots are "inputs" and "output"' : `did you mean "${meant}"`}.`;
  }
  if (!isRecord(value)) return `The slot "${slot}" must be a JSON Schema or an object with "$ref".`;
  if (!('$ref' in value)) return schemaProblem(slot, value);
  if (Object.keys(value).length > 1)
    return `The slot "${slot}" holds "$ref" and other keys; "$ref" must stand alone.`;
  return referenceProblem(slot, value.$ref, context);
}

/** Checks only what all JSON Schemas have in common; a launch compiles the schema in full. */
function schemaProblem(
  slot: string,
  schema: Readonly<Record<string, unknown>>,
): string | undefined {
  const { type, properties, required } = schema;
  if (type !== undefined && typeof type !== 'string' && !isStringList(type))
    return `"type" in the slot "${slot}" must be a string or a list of strings.`;
  if (properties !== undefined && !isRecord(properties))
    return `"properties" in the slot "${slot}" must be a mapping.`;
  if (required !== undefined && !isStringList(required))
    return `"required" in the slot "${slot}" must be a list of strings.`;
  return undefined;
}

function referenceProblem(
  slot: string,
  reference: unknown,
  context: SchemaContext,
): string | undefined {
  if (typeof reference !== 'string' || reference === '')
    return `"$ref" in the slot "${slot}" must be a non-empty string.`;
  if (reference.startsWith('./') || reference.startsWith('../'))
    return localProblem(slot, reference, context);
  if (reference.startsWith('https://')) return remoteProblem(slot, reference);
  return `"$ref" in the slot "${slot}" must start with "./", "../" or "https://"; "${reference.slice(0, 120)}" does not.`;
}

function localProblem(
  slot: string,
  reference: string,
  { tree, folder }: SchemaContext,
): string | undefined {
  const path = posix.normalize(posix.join(folder, reference));
  const inside = folder === '.' ? !path.startsWith('../') : path.startsWith(`${folder}/`);
  if (!inside || reference.includes('\\'))
    return `"$ref" in the slot "${slot}" leaves the skill's folder: "${reference}".`;
  const file = tree.get(path);
  if (file === undefined)
    return `"$ref" in the slot "${slot}" names "${path}", which is not part of the plugin.`;
  const text = decodeText(file.content);
  return text !== undefined && isJsonObject(text)
    ? undefined
    : `"${path}", named by the slot "${slot}", must be a JSON Schema object.`;
}

function remoteProblem(slot: string, reference: string): string | undefined {
  const url = parsedUrl(reference);
  if (url === undefined) return `"$ref" in the slot "${slot}" is not a valid address.`;
  const { username, password, hostname } = url;
  if (username !== '' || password !== '')
    return `"$ref" in the slot "${slot}" must not hold credentials.`;
  const host = hostname.replace(/^\[|\]$/g, '');
  const local =
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host.endsWith('.local') ||
    host.endsWith('.internal');
  // an IP address is private or short-lived; a name's addresses are checked on connecting
  if (local || isIP(host) !== 0)
    return `"$ref" in the slot "${slot}" must name a public host, not "${host}".`;
  return undefined;
}

function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

function isStringList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
