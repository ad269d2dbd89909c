import { MANIFEST_FORMAT, type ModuleManifest } from './manifest.js';
import {
  anything,
  either,
  flag,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  shape,
  text,
  whole,
  type Check,
} from './shape-check.js';

const texts = listOf(text);
const names = optional(mapOf(text));

const cli = shape({
  name: text,
  aliases: optional(texts),
  positionals: optional(texts),
  short: names,
  flags: names,
  omit: optional(texts),
  examples: optional(listOf(shape({ command: text, text }))),
  confirm: optional(text),
  complete: optional(
    mapOf(either(shape({ point: text }), shape({ operation: text, list: text, field: text }))),
  ),
  complaints: optional(shape({ field: text, exit: whole })),
});

const mcp = shape({
  name: text,
  title: optional(text),
  description: optional(text),
  rename: names,
  omit: optional(texts),
  fixed: optional(object),
  destructive: optional(flag),
  openWorld: optional(flag),
  signIn: optional(flag),
  inProject: optional(flag),
  paths: optional(texts),
});

const http = shape({
  method: oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: text,
  tag: oneOf('public', 'experimental'),
  body: optional(oneOf('json', 'bytes')),
  output: optional(oneOf('json', 'file')),
  query: names,
  status: optional(whole),
});

const operation = shape({
  id: text,
  summary: text,
  description: optional(text),
  effect: oneOf('read', 'write'),
  idempotent: flag,
  runsAt: oneOf('server', 'client'),
  access: either(oneOf('anyone', 'signed-in', 'local'), shape({ permission: text, on: text })),
  limits: optional(texts),
  takesSecret: optional(oneOf(true)),
  planned: flag,
  list: flag,
  rendered: flag,
  input: shape({ properties: mapOf(object) }),
  output: optional(object),
  meta: optional(object),
  cli: optional(cli),
  mcp: optional(mcp),
  http: optional(http),
});

const transition = shape({
  from: either(text, texts),
  event: text,
  to: text,
  guard: optional(text),
  effect: optional(text),
});

const machine = shape({
  id: text,
  summary: text,
  initial: text,
  states: mapOf(text),
  events: mapOf(text),
  transitions: listOf(transition),
});

const manifest: Check = shape({
  id: text,
  api: text,
  summary: text,
  requires: texts,
  operations: listOf(operation),
  machines: listOf(machine),
  contributes: listOf(shape({ point: text, id: text, data: anything })),
  errors: listOf(shape({ code: text, status: whole, exit: whole, title: text })),
  facets: optional(listOf(oneOf('client', 'server'))),
  provides: shape({ client: texts, server: texts }),
});

/** Throws an error that names the file. */
export function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Reads a manifest. Throws one error that names the file and every field that is wrong. */
export function parseManifest(content: string, file: string): ModuleManifest {
  const value = parseJson(content, file);
  const { format } = (value ?? {}) as { readonly format?: unknown };
  if (typeof format === 'number' && format !== MANIFEST_FORMAT) {
    throw new Error(
      `${file} has format ${format}, and this version reads format ${MANIFEST_FORMAT}`,
    );
  }
  const problems = [
    ...shape({ format: oneOf(MANIFEST_FORMAT) })(value, ''),
    ...manifest(value, ''),
  ];
  if (problems.length > 0) throw new Error(`${file} is no module manifest: ${problems.join('; ')}`);
  return value as ModuleManifest;
}
