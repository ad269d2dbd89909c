import type { Shape } from '../../kernel/index.js';
import { MANIFEST_FORMAT, type ModuleManifest } from '../../kernel/manifest/manifest.js';
import { mismatches } from '../../kernel/manifest/shape-check.js';

const texts: Shape = { listOf: 'text' };
const names: Shape = { mapOf: 'text' };

/** Several fields of the same shape. */
const fields = (names: string, shape: Shape): Readonly<Record<string, Shape>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, shape]));

const cli: Shape = {
  fields: {
    ...fields('name program? confirm?', 'text'),
    ...fields('aliases? positionals? omit?', texts),
    ...fields('short? flags?', names),
    'examples?': { listOf: { fields: fields('command text', 'text') } },
    'complete?': {
      mapOf: {
        either: [{ fields: fields('operation list field', 'text') }, { fields: { point: 'text' } }],
      },
    },
    'exits?': {
      listOf: {
        either: [
          { fields: { field: 'text', exit: 'integer', 'is?': texts } },
          { fields: { field: 'text', as: ['exitCode'] } },
        ],
      },
    },
  },
};

const mcp: Shape = {
  fields: {
    ...fields('name title? description?', 'text'),
    ...fields('destructive? openWorld? signIn? inProject?', 'flag'),
    ...fields('omit? paths?', texts),
    'rename?': names,
    'fixed?': 'object',
  },
};

const http: Shape = {
  fields: {
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    path: 'text',
    tag: ['public', 'experimental'],
    'body?': ['json', 'bytes'],
    'output?': ['json', 'file'],
    'query?': names,
    'status?': 'integer',
  },
};

const access: Shape = {
  either: [['anyone', 'signed-in', 'local'], { fields: fields('permission on', 'text') }],
};

const operation: Shape = {
  fields: {
    ...fields('id summary description?', 'text'),
    ...fields('idempotent planned list rendered', 'flag'),
    effect: ['read', 'write'],
    runsAt: ['server', 'client'],
    access,
    'limits?': texts,
    'takesSecret?': [true],
    input: { fields: { properties: { mapOf: 'object' } } },
    ...fields('output? meta?', 'object'),
    ...{ 'cli?': cli, 'mcp?': mcp, 'http?': http },
  },
};

const transition: Shape = {
  fields: { from: { either: ['text', texts] }, ...fields('event to guard? effect?', 'text') },
};

const machine: Shape = {
  fields: {
    ...fields('id summary initial', 'text'),
    ...fields('states events', names),
    transitions: { listOf: transition },
  },
};

const error: Shape = {
  fields: { ...fields('code title', 'text'), ...fields('status exit', 'integer') },
};

const manifest: Shape = {
  fields: {
    format: { min: MANIFEST_FORMAT },
    ...fields('id api summary', 'text'),
    requires: texts,
    operations: { listOf: operation },
    machines: { listOf: machine },
    'points?': { listOf: { fields: { id: 'text', shape: 'anything' } } },
    contributes: { listOf: { fields: { ...fields('point id', 'text'), data: 'anything' } } },
    errors: { listOf: error },
    'facets?': { listOf: ['client', 'server'] },
    provides: { fields: fields('client server', texts) },
  },
};

/** Parses JSON. Throws an error that names the file. */
export function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Parses a manifest. Throws a single error with the file and every invalid field. */
export function parseManifest(content: string, file: string): ModuleManifest {
  const value = parseJson(content, file);
  const { format } = (value ?? {}) as { readonly format?: unknown };
  if (typeof format === 'number' && format !== MANIFEST_FORMAT) {
    throw new Error(
      `${file} has format ${format}, and this version reads format ${MANIFEST_FORMAT}`,
    );
  }
  const problems = mismatches(value, manifest).map((problem) =>
    problem.startsWith('.') ? problem.slice(1) : `the document${problem}`,
  );
  if (problems.length > 0)
    throw new Error(`${file} is not a module manifest: ${problems.join('; ')}`);
  return value as ModuleManifest;
}
