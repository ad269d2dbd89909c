import type { JsonSchema, ModuleManifest } from '../../kernel/index.js';
import { openApiOperation, openApiPath } from './openapi-operation.js';
import { SchemaCatalog } from './openapi-schemas.js';

const issue: JsonSchema = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    file: { type: 'string' },
    line: { type: 'integer', minimum: 1 },
    column: { type: 'integer', minimum: 1 },
    field: { type: 'string', description: 'Path of the field: `skills[0].name`.' },
  },
};

/** A problem document (RFC 9457) with svc's additional members. */
const problem: JsonSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457). Problems may have more members of their own.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'exit', 'issues'],
  properties: {
    type: {
      type: 'string',
      format: 'uri-reference',
      description:
        'The page that explains this kind of problem, `/errors/<code>`, or a registered type.',
    },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened.' },
    instance: {
      type: 'string',
      format: 'uri',
      description: 'The id of the request; it is in the server log, too.',
    },
    code: { type: 'string', description: 'Stable identifier of this kind of problem.' },
    hint: { type: 'string', description: 'What to do next.' },
    exit: { type: 'integer', description: 'The exit code of the command line for this problem.' },
    issues: { type: 'array', items: issue },
  },
};

type Paths = Record<string, Record<string, unknown>>;

function pathsOf(manifests: readonly ModuleManifest[], catalog: SchemaCatalog): Paths {
  const paths: Paths = {};
  for (const { id, operations } of manifests) {
    for (const operation of operations) {
      const { http } = operation;
      if (http === undefined) continue;
      const item = (paths[openApiPath(http.path)] ??= {});
      item[http.method.toLowerCase()] = openApiOperation(operation, http, { module: id, catalog });
    }
  }
  return paths;
}

/** The OpenAPI 3.1 document of all operations with an HTTP surface. */
export function openApiDocument(manifests: readonly ModuleManifest[], version: string): object {
  const catalog = new SchemaCatalog();
  const paths = pathsOf(manifests, catalog);
  catalog.name('Problem', problem);
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc',
      version,
      description: 'A self-hosted registry of plugins for coding agents.',
    },
    tags: [
      { name: 'public', description: 'Stable.' },
      { name: 'experimental', description: 'May change.' },
    ],
    paths,
    components: {
      schemas: catalog.all(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}
