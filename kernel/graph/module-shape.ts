import type { ModuleManifest, OperationManifest } from '../manifest/manifest.js';

const MODULE_ID = /^[a-z][a-z0-9-]*$/;
const HTTP_PATH = /^(\/(:[A-Za-z]\w*|[\w.-]+))*(\/\*[A-Za-z]\w*)?$/;

function accessProblem({ access, runsAt, id }: OperationManifest): string[] {
  if (runsAt === 'server' && access === 'local') return [`operation "${id}" runs on the server, so its access cannot be "local"`];
  if (runsAt === 'client' && access !== 'local' && access !== 'anyone') {
    return [`operation "${id}" runs on the user's machine, where nothing is authorised: its access must be "local"`];
  }
  return [];
}

function operationProblems(operation: OperationManifest): string[] {
  const { id, runsAt, http } = operation;
  const problems = accessProblem(operation);
  if (http !== undefined && !HTTP_PATH.test(http.path)) problems.push(`operation "${id}" has a malformed HTTP path "${http.path}"`);
  if (runsAt === 'server' && http === undefined) problems.push(`operation "${id}" runs on the server, so it needs an HTTP surface`);
  return problems;
}

/** What a module names begins with its id; a service may also be one that the kernel asks for. */
function nameProblems({ id, operations, machines, provides }: ModuleManifest): string[] {
  const services = [...provides.client, ...provides.server].filter((key) => !key.startsWith('kernel.'));
  const named = [...operations.map((one) => ['operation', one.id]), ...machines.map((one) => ['machine', one.id])];
  return [...named, ...services.map((key) => ['service', key])]
    .filter(([, name]) => name?.startsWith(`${id}.`) !== true)
    .map(([kind, name]) => `${kind ?? ''} "${name ?? ''}" must be named "${id}.…"`);
}

/** Which rules a module's declaration breaks, in words; none of them is about types. */
export function shapeProblems(manifest: ModuleManifest): string[] {
  const { id, operations } = manifest;
  if (typeof id !== 'string' || !MODULE_ID.test(id)) return ['"id" must be lower-case letters, digits and hyphens'];
  return [...operations.flatMap(operationProblems), ...nameProblems(manifest)];
}
