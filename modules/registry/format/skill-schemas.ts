import { isIP } from 'node:net';
import { posix } from 'node:path';
import type { ErrorIssue } from 'svc-registry/kernel';
import { isRecord, type Fields } from '../../../toolbox/type-guards.js';
import type { LooseFile } from '../contract/plugin-format.js';
import {
  localSchemaPath,
  readSlot,
  schemaSlots,
  type SchemaSlot,
} from '../contract/schema-slots.js';
import { Findings, type Location } from './findings.js';
import { FileTree } from './file-tree.js';
import { nearestName } from './nearest-name.js';
import { decodeText } from '../../../toolbox/decoded-text.js';

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
  const known = schemaSlots.find((name) => name === slot);
  if (known === undefined) {
    const meant = nearestName(slot, schemaSlots);
    return `"${slot}" is not a slot of "schemas"; ${meant === undefined ? 'slots are "inputs" and "output"' : `did you mean "${meant}"`}.`;
  }
  const read = readSlot(known, value);
  if (typeof read === 'string') return read;
  if (read.kind === 'inline') return schemaProblem(known, read.schema);
  return read.kind === 'local'
    ? localProblem(known, read.reference, context)
    : remoteProblem(known, read.url);
}

/** Checks only what all JSON Schemas have in common; a launch compiles the schema in full. */
function schemaProblem(slot: SchemaSlot, schema: Fields): string | undefined {
  const { type, properties, required } = schema;
  if (type !== undefined && typeof type !== 'string' && !isStringList(type))
    return `"type" in the slot "${slot}" must be a string or a list of strings.`;
  if (properties !== undefined && !isRecord(properties))
    return `"properties" in the slot "${slot}" must be a mapping.`;
  if (required !== undefined && !isStringList(required))
    return `"required" in the slot "${slot}" must be a list of strings.`;
  return undefined;
}

function localProblem(
  slot: SchemaSlot,
  reference: string,
  { tree, folder }: SchemaContext,
): string | undefined {
  const local = localSchemaPath(folder, reference);
  if (local === undefined)
    return `"$ref" in the slot "${slot}" leaves the skill's folder: "${reference}".`;
  const path = posix.join(folder, local);
  const file = tree.get(path);
  if (file === undefined)
    return `"$ref" in the slot "${slot}" names "${path}", which is not part of the plugin.`;
  const text = decodeText(file.content);
  return text !== undefined && isJsonObject(text)
    ? undefined
    : `"${path}", named by the slot "${slot}", must be a JSON Schema object.`;
}

function remoteProblem(slot: SchemaSlot, { hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
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
