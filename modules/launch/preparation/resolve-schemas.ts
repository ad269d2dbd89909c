import { isSvcError, type SvcError } from 'svc-registry/kernel';
import { isRecord, type Fields } from '../../../toolbox/type-guards.js';
import type { Outbound } from '../../outbound/contract/index.js';
import { localSchemaPath, type SchemaSlot, type SlotValue } from '../../registry/contract/index.js';
import { schemaUnresolved } from '../contract/preparation-errors.js';
import { compileSchema } from './compile-schema.js';
import { readJson, utf8Text } from './json-document.js';
import { printableWithin } from '../../../toolbox/printable.js';
import type { LaunchSkill } from './skill.js';

/** The largest schema, in bytes, wherever it is. */
export const MOST_SCHEMA_BYTES = 1024 * 1024;
/** Time for a remote schema, in milliseconds. */
const REMOTE_MS = 10_000;
const MOST_WORDS = 500;

/** The schemas of a launch; a slot that the skill does not declare is absent. */
export interface LaunchSchemas {
  readonly inputs?: Fields;
  readonly output?: Fields;
}

/** Where schemas come from. */
export interface SchemaSources {
  /** A file by its path in the skill's folder. A text says why it cannot be read: a clause. It must not follow links out of the folder. */
  readonly readLocal: (path: string) => Promise<Uint8Array | string>;
  readonly fetchRemote: (url: string) => Promise<Uint8Array>;
}

/** Reads remote schemas within the specified limits. `signal` ends it early. */
export const remoteReader =
  (outbound: Outbound, signal?: AbortSignal): SchemaSources['fetchRemote'] =>
  (url) =>
    outbound.read(url, {
      what: 'its address',
      bytes: MOST_SCHEMA_BYTES,
      milliseconds: REMOTE_MS,
      signal,
    });

/**
 * The schemas that a skill declares. Only here are remote ones fetched. Throws `schema_unresolved`, naming the slot, also for a schema that
 * cannot be compiled.
 */
export async function resolveSchemas(
  { folder, slots }: Pick<LaunchSkill, 'folder' | 'slots'>,
  sources: SchemaSources,
): Promise<LaunchSchemas> {
  const resolved: { -readonly [Slot in SchemaSlot]?: Fields } = {};
  for (const [slot, value] of slots) {
    const schema = await schemaOf({ slot, value, folder }, sources);
    const compiled = await compileSchema(schema, { forInputs: slot === 'inputs' });
    if (typeof compiled === 'string') throw unresolved(slot, compiled);
    resolved[slot] = schema;
  }
  return resolved;
}

interface Slot {
  readonly slot: SchemaSlot;
  readonly value: SlotValue;
  readonly folder: string;
}

async function schemaOf({ slot, value, folder }: Slot, sources: SchemaSources): Promise<Fields> {
  // from YAML: without prototypes
  if (value.kind === 'inline') return JSON.parse(JSON.stringify(value.schema)) as Fields;
  const bytes =
    value.kind === 'local'
      ? await localFile({ slot, reference: value.reference, folder }, sources)
      : await remoteFile(slot, value.url.href, sources);
  if (bytes.byteLength > MOST_SCHEMA_BYTES)
    throw unresolved(slot, `its schema has more than ${MOST_SCHEMA_BYTES} bytes`);
  const text = utf8Text(bytes);
  if (text === undefined) throw unresolved(slot, 'its schema is not UTF-8 text');
  const document = readJson(text);
  if ('problem' in document)
    throw unresolved(slot, `its schema cannot be read: ${document.problem}`);
  if (!isRecord(document.value)) throw unresolved(slot, 'its schema must be a JSON object');
  return document.value;
}

async function localFile(
  { slot, reference, folder }: { slot: SchemaSlot; reference: string; folder: string },
  { readLocal }: SchemaSources,
): Promise<Uint8Array> {
  const path = localSchemaPath(folder, reference);
  if (path === undefined) throw unresolved(slot, `"${reference}" leaves the skill's folder`);
  const file = await readLocal(path);
  if (typeof file === 'string') throw unresolved(slot, `"${reference}" cannot be read: ${file}`);
  return file;
}

async function remoteFile(
  slot: SchemaSlot,
  url: string,
  { fetchRemote }: SchemaSources,
): Promise<Uint8Array> {
  try {
    return await fetchRemote(url);
  } catch (error) {
    // an abort is the caller's own
    if (!isSvcError(error)) throw error;
    throw unresolved(slot, error.message.replace(/\.$/, ''), error);
  }
}

function unresolved(slot: SchemaSlot, clause: string, cause?: SvcError): SvcError {
  const why = printableWithin(clause, MOST_WORDS);
  const hint = cause?.hint;
  return schemaUnresolved(
    { slot, why, ...(hint === undefined ? {} : { hint }) },
    {
      cause,
      issues: [
        { message: `It cannot be used: ${why}.`, file: 'SKILL.md', field: `schemas.${slot}` },
      ],
    },
  );
}
