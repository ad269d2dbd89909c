import type { AnyOperation, BoundOperation, Facet, ModuleDeclaration } from '../api/index.js';
import { keyId } from '../di/key-id.js';
import {
  MANIFEST_FORMAT,
  type AccessManifest,
  type MachineManifest,
  type ModuleManifest,
  type OperationManifest,
} from './manifest.js';

function accessOf(operation: AnyOperation): AccessManifest {
  const { access } = operation;
  return typeof access === 'string' ? access : { permission: access.permission, on: access.on };
}

function describeOperation({ operation, run, text }: BoundOperation): OperationManifest {
  const { id, summary, effect, runsAt, list, cli, mcp, http } = operation;
  return {
    id,
    summary,
    effect,
    runsAt,
    list,
    cli,
    mcp,
    http,
    ...(operation.description !== undefined && { description: operation.description }),
    ...(operation.limits !== undefined && { limits: operation.limits }),
    ...(operation.takesSecret === true && { takesSecret: true }),
    idempotent: operation.idempotent ?? effect === 'read',
    access: accessOf(operation),
    planned: run === undefined,
    rendered: text !== undefined,
  };
}

type FacetName = keyof ModuleManifest['provides'];

/** Ids of the services that a facet provides to others: those with a key. */
export const servicesOf = ({ provides = [] }: Facet): string[] =>
  provides.flatMap(({ key }) => (typeof key === 'symbol' ? keyId(key) : []));

/**
 * A declaration as data, with the services that the given facets provide, which are imported for that. It has no JSON Schemas, which only the
 * build can make. Throws when the declaration is malformed.
 */
export async function deriveManifest(
  declaration: ModuleDeclaration,
  facets: readonly FacetName[],
): Promise<ModuleManifest> {
  const services = async (name: FacetName) =>
    servicesOf((facets.includes(name) && (await declaration[name]?.())?.default) || {});
  return {
    format: MANIFEST_FORMAT,
    id: declaration.id,
    api: declaration.api,
    summary: declaration.summary,
    requires: declaration.requires ?? [],
    operations: (declaration.operations ?? []).map(describeOperation),
    machines: (declaration.machines ?? []) as readonly MachineManifest[],
    ...(declaration.points && { points: declaration.points.map((point) => ({ ...point })) }),
    contributes: (declaration.contributes ?? []).map(({ point, id, data }) => ({
      point,
      id,
      data,
    })),
    errors: (declaration.errors ?? []).map(({ spec: { code, status, exit, title } }) => ({
      code,
      status,
      exit,
      title,
    })),
    facets: (['client', 'server'] as const).filter((name) => declaration[name] !== undefined),
    provides: { client: await services('client'), server: await services('server') },
  };
}
