import { takesIdempotencyKey } from 'svc-registry/kernel';
import type { HttpSurface, JsonSchema, OperationManifest } from '../../kernel/index.js';
import type { SchemaCatalog } from './openapi-schemas.js';

type Surface = HttpSurface<Readonly<Record<string, unknown>>>;
type Json = Readonly<Record<string, unknown>>;

/** An operation with the schemas of its input's fields. */
interface Described {
  readonly operation: OperationManifest;
  readonly http: Surface;
  readonly fields: ReadonlyMap<string, JsonSchema>;
  readonly required: ReadonlySet<string>;
  readonly inPath: ReadonlySet<string>;
}

/** `/v1/tiles/:workspace/*rest` → `/v1/tiles/{workspace}/{rest}`. */
export const openApiPath = (path: string): string => path.replace(/[:*](\w+)/g, '{$1}');

const takesBody = ({ method }: Surface): boolean => method !== 'GET' && method !== 'DELETE';

function inQuery({ http, inPath }: Described, name: string): boolean {
  if (inPath.has(name)) return false;
  return !takesBody(http) || http.body === 'bytes' || http.query?.[name] !== undefined;
}

function parameter(described: Described, name: string, location: 'path' | 'query'): Json {
  const { description, ...schema } = described.fields.get(name) ?? { type: 'string' };
  const shown = location === 'query' ? (described.http.query?.[name] ?? name) : name;
  return {
    name: shown,
    in: location,
    required: location === 'path' || described.required.has(name),
    schema,
    ...(description === undefined ? {} : { description }),
  };
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new UUID for each request, the same for its repetitions: within 24 hours it is carried out once, and a repetition is answered alike. ' +
    '409 while it is still being carried out, or when its answer is not kept; 422 when the key was sent with another request.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

function parameters(described: Described): readonly Json[] {
  const query = [...described.fields.keys()].filter((name) => inQuery(described, name));
  return [
    ...[...described.inPath].map((name) => parameter(described, name, 'path')),
    ...query.map((name) => parameter(described, name, 'query')),
    ...(takesIdempotencyKey(described.operation) ? [idempotencyKey] : []),
  ];
}

function requestBody(described: Described): Json {
  const { http, fields, inPath, required } = described;
  if (!takesBody(http)) return {};
  if (http.body === 'bytes')
    return { requestBody: { required: true, content: { 'application/octet-stream': {} } } };
  const names = [...fields.keys()].filter((name) => !inPath.has(name) && !inQuery(described, name));
  if (names.length === 0) return {};
  const needed = names.filter((name) => required.has(name));
  const properties = Object.fromEntries(names.map((name) => [name, fields.get(name)]));
  const schema = {
    type: 'object',
    properties,
    ...(needed.length === 0 ? {} : { required: needed }),
    additionalProperties: false,
  };
  return {
    requestBody: { required: needed.length > 0, content: { 'application/json': { schema } } },
  };
}

const problemContent = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};

const listLinks = {
  type: 'object',
  properties: { next: { type: ['string', 'null'] }, prev: { type: ['string', 'null'] } },
  required: ['next', 'prev'],
};

/** Schemas of an answer, with references into the catalogue. */
interface Answer {
  readonly output: JsonSchema | undefined;
  readonly meta: JsonSchema | undefined;
}

function documentSchema(
  { list }: OperationManifest,
  { output, meta: more = {} }: Answer,
): JsonSchema {
  if (!list) return { type: 'object', properties: { data: output }, required: ['data'] };
  const required = ['count', ...((more['required'] ?? []) as readonly string[])];
  const meta = {
    ...more,
    type: 'object',
    properties: { count: { type: 'integer' }, ...(more['properties'] ?? {}) },
    required,
  };
  const properties = { data: { type: 'array', items: output }, links: listLinks, meta };
  return { type: 'object', properties, required: ['data', 'links', 'meta'] };
}

const limitHeaders = {
  headers: {
    'RateLimit-Policy': {
      description: 'What is allowed: for each limit `"<name>";q=<requests>;w=<seconds>`.',
      schema: { type: 'string' },
    },
    RateLimit: {
      description:
        'What is left: for each limit `"<name>";r=<requests>;t=<seconds until the next window>`.',
      schema: { type: 'string' },
    },
  },
};

/** The response to a call that exceeds a rate limit. */
function refusedByLimits({ limits = [] }: OperationManifest): Json {
  if (limits.length === 0) return {};
  const headers = {
    ...limitHeaders.headers,
    'Retry-After': {
      description: 'Seconds until the next call is allowed.',
      schema: { type: 'integer' },
    },
  };
  return {
    '429': {
      description: `More calls than a limit allows: ${limits.join(', ')}.`,
      headers,
      content: problemContent,
    },
  };
}

function success({ operation, http }: Described, answer: Answer): Json {
  const headers = operation.limits === undefined ? {} : limitHeaders;
  if (http.output === 'file') {
    const content = { '*/*': { schema: { type: 'string', format: 'binary' } } };
    return {
      '200': { description: 'The file.', content, ...headers },
      '304': { description: 'Unchanged since If-None-Match.', ...headers },
    };
  }
  if (answer.output === undefined)
    return { [http.status ?? 204]: { description: 'Done.', ...headers } };
  const content = { 'application/json': { schema: documentSchema(operation, answer) } };
  return { [http.status ?? 200]: { description: 'The answer.', content, ...headers } };
}

const security = ({ access }: OperationManifest): readonly Json[] =>
  access === 'anyone' ? [{}] : [{ bearer: [] }, {}];

export interface OperationOwner {
  readonly module: string;
  readonly catalog: SchemaCatalog;
}

function describe(
  operation: OperationManifest,
  http: Surface,
  { module, catalog }: OperationOwner,
): Described {
  const input = catalog.add(operation.input ?? {}, { module, operation: operation.id });
  return {
    operation,
    http,
    fields: new Map(Object.entries((input['properties'] ?? {}) as Record<string, JsonSchema>)),
    required: new Set((input['required'] ?? []) as readonly string[]),
    inPath: new Set([...http.path.matchAll(/[:*](\w+)/g)].map(([, name]) => name ?? '')),
  };
}

function answerOf(
  { id, output, meta }: OperationManifest,
  { module, catalog }: OperationOwner,
): Answer {
  const [schema, ofPage] = [output, meta].map(
    (one) => one && catalog.add(one, { module, operation: id }),
  );
  const named =
    schema === undefined || '$ref' in schema ? schema : catalog.name(`${id}.output`, schema);
  return { output: named, meta: ofPage };
}

export function openApiOperation(
  operation: OperationManifest,
  http: Surface,
  owner: OperationOwner,
): Json {
  const described = describe(operation, http, owner);
  const problem = { description: 'What went wrong.', content: problemContent };
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: [http.tag],
    security: security(operation),
    parameters: parameters(described),
    ...requestBody(described),
    responses: {
      ...success(described, answerOf(operation, owner)),
      ...refusedByLimits(operation),
      default: problem,
    },
  };
}
