import type { ModuleManifest, OperationManifest } from '../manifest/manifest.js';

const MODULE_ID = /^[a-z][a-z0-9-]*$/;
const HTTP_PATH = /^(\/(:[A-Za-z]\w*|[\w.-]+))*(\/\*[A-Za-z]\w*)?$/;

function listProblems(manifest: Readonly<Record<string, unknown>>): string[] {
  const lists = ['requires', 'operations', 'machines', 'contributes', 'errors'];
  return lists.flatMap((name) => (Array.isArray(manifest[name]) ? [] : [`"${name}" must be a list`]));
}

function accessProblem({ access, runsAt, id }: OperationManifest): string[] {
  if (runsAt === 'server' && access === 'local') return [`operation "${id}" runs on the server, so its access cannot be "local"`];
  if (runsAt === 'client' && access !== 'local' && access !== 'anyone') {
    return [`operation "${id}" runs on the user's machine, where nothing is authorised: its access must be "local"`];
  }
  return [];
}

function operationProblems(operation: OperationManifest, module: string): string[] {
  const { id, summary, runsAt, http } = operation;
  if (typeof id !== 'string') return ['an operation has no "id"'];
  const problems = accessProblem(operation);
  if (!id.startsWith(`${module}.`)) problems.push(`operation "${id}" must be named "${module}.…"`);
  if (typeof summary !== 'string') problems.push(`operation "${id}" has no "summary"`);
  if (!['server', 'client'].includes(runsAt)) problems.push(`operation "${id}": "runsAt" must be "server" or "client"`);
  if (http !== undefined && !HTTP_PATH.test(http.path)) problems.push(`operation "${id}" has a malformed HTTP path "${http.path}"`);
  if (runsAt === 'server' && http === undefined) problems.push(`operation "${id}" runs on the server, so it needs an HTTP surface`);
  return problems;
}

function nameProblems(manifest: ModuleManifest): string[] {
  const { id, machines, contributes } = manifest;
  const foreign = machines.filter((machine) => !machine.id.startsWith(`${id}.`));
  const nameless = contributes.filter(({ point, id: name }) => typeof point !== 'string' || typeof name !== 'string');
  return [
    ...foreign.map((machine) => `machine "${machine.id}" must be named "${id}.…"`),
    ...nameless.map(() => 'a contribution has no "point" or no "id"'),
  ];
}

/** What is wrong with a module's declaration, in words; empty when nothing is. */
export function shapeProblems(manifest: ModuleManifest): string[] {
  const { id, api, summary } = manifest;
  if (typeof id !== 'string' || !MODULE_ID.test(id)) return ['"id" must be lower-case letters, digits and hyphens'];
  const problems = listProblems(manifest as unknown as Readonly<Record<string, unknown>>);
  if (typeof api !== 'string') problems.push('"api" must be a range of kernel api versions, such as "^1.0.0"');
  if (typeof summary !== 'string') problems.push('"summary" must be a text');
  if (problems.length > 0) return problems;
  return [...manifest.operations.flatMap((operation) => operationProblems(operation, id)), ...nameProblems(manifest)];
}
