import type { AnyOperation, BoundOperation, Facet, ModuleDeclaration } from '../api/index.js';
import { keyId } from '../di/key-id.js';
import { MANIFEST_FORMAT, type AccessManifest, type ModuleManifest, type OperationManifest } from './manifest.js';

function accessOf(operation: AnyOperation): AccessManifest {
  const { access } = operation;
  return typeof access === 'string' ? access : { permission: access.permission, on: access.on };
}

function describeOperation({ operation, handler }: BoundOperation, rendered: ReadonlySet<string>): OperationManifest {
  const { id, summary, description, effect, runsAt, list, cli, mcp, http } = operation;
  return {
    ...{ id, summary, description, effect, runsAt, list, cli, mcp, http },
    idempotent: operation.idempotent ?? effect === 'read',
    access: accessOf(operation),
    planned: handler === undefined,
    rendered: rendered.has(id),
  };
}

async function provided(facet: (() => Promise<{ readonly default: Facet }>) | undefined): Promise<readonly string[]> {
  if (facet === undefined) return [];
  const { default: loaded } = await facet();
  return (loaded.provides ?? []).map(({ key }) => keyId(key));
}

type FacetName = 'client' | 'server';

/**
 * What a declaration says, as data, with the services that the named facets provide: these facets are imported.
 * Has no JSON Schemas: those need the build. Throws when the declaration is not of the right shape.
 */
export async function deriveManifest(declaration: ModuleDeclaration, facets: readonly FacetName[]): Promise<ModuleManifest> {
  const rendered = new Set((declaration.renders ?? []).map(({ operation }) => operation));
  const services = (name: FacetName) => (facets.includes(name) ? provided(declaration[name]) : Promise.resolve([]));
  return {
    format: MANIFEST_FORMAT,
    id: declaration.id,
    api: declaration.api,
    summary: declaration.summary,
    requires: declaration.requires ?? [],
    operations: (declaration.operations ?? []).map((bound) => describeOperation(bound, rendered)),
    machines: declaration.machines ?? [],
    contributes: (declaration.contributes ?? []).map(({ point, id, data }) => ({ point, id, data })),
    errors: (declaration.errors ?? []).map(({ spec: { code, status, exit, title } }) => ({ code, status, exit, title })),
    provides: { client: await services('client'), server: await services('server') },
  };
}
