import { PROGRAMS } from '../api/operation.js';
import { programOf, type ModuleManifest, type OperationManifest } from '../manifest/manifest.js';

const MODULE_ID = /^[a-z][a-z0-9-]*$/;
const HTTP_PATH = /^(\/(:[A-Za-z]\w*|[\w.-]+))*(\/\*[A-Za-z]\w*)?$/;

function operationProblems({ id, runsAt, access, http, mcp }: OperationManifest): string[] {
  const local = runsAt === 'client';
  const path = http?.path ?? '';
  const problems: readonly (readonly [boolean, string])[] = [
    [
      !local && access === 'local' && (http ?? mcp) !== undefined,
      'is for the operator of the server: it can be a command only',
    ],
    [
      local && access !== 'local' && access !== 'anyone',
      'runs on the user\'s machine, where nothing is authorised: its access must be "local"',
    ],
    [!HTTP_PATH.test(path), `has a malformed HTTP path "${path}"`],
    [
      !local && access !== 'local' && http === undefined,
      'runs on the server, so it needs an HTTP surface',
    ],
  ];
  return problems.flatMap(([broken, what]) => (broken ? [`operation "${id}" ${what}`] : []));
}

const programProblems = ({ id, cli }: OperationManifest): string[] =>
  cli === undefined || PROGRAMS.includes(programOf(cli))
    ? []
    : [`operation "${id}" names the program "${programOf(cli)}"; there are ${PROGRAMS.join(', ')}`];

/** All names of a module must begin with its id, except services that the kernel itself looks up. */
function nameProblems({ id, operations, machines, points, provides }: ModuleManifest): string[] {
  const services = [...provides.client, ...provides.server].filter(
    (key) => !key.startsWith('kernel.'),
  );
  const named = [
    ...operations.map((one) => ['operation', one.id]),
    ...machines.map((one) => ['machine', one.id]),
    ...(points ?? []).map((one) => ['extension point', one.id]),
  ];
  return [...named, ...services.map((key) => ['service', key])]
    .filter(([, name]) => name?.startsWith(`${id}.`) !== true)
    .map(([kind, name]) => `${kind ?? ''} "${name ?? ''}" must be named "${id}.…"`);
}

/** The rules that a module's declaration breaks, in words. Types are checked elsewhere. */
export function shapeProblems(manifest: ModuleManifest): string[] {
  const { id, operations } = manifest;
  if (typeof id !== 'string' || !MODULE_ID.test(id))
    return ['"id" must be lower-case letters, digits and hyphens'];
  return [
    ...operations.flatMap(operationProblems),
    ...operations.flatMap(programProblems),
    ...nameProblems(manifest),
  ];
}
