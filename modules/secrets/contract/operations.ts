import { defineOperation, ExitCode } from 'svc-registry/kernel';

/** For the operator of the server. */
export const rotateSecrets = defineOperation({
  id: 'secrets.rotate',
  summary: 'Seal all stored secrets with a new key',
  description:
    "Runs on the server's machine with the server's settings. On SQLite stop the server first: the command makes a new key in secret.key and keeps the former ones there. " +
    'Where SVC_SECRET_KEY is set, its first key is used, also while servers run. A command that was interrupted changes nothing that cannot be opened: run it again. ' +
    'Ends with 8 when values are left that are not sealed with that key.',
  effect: 'write',
  runsAt: 'server',
  access: 'local',
  input: () => import('./rotate.js').then((m) => m.RotateInput),
  output: () => import('./rotate.js').then((m) => m.RotationView),
  cli: { name: 'server secrets rotate', exits: [{ field: 'left', exit: ExitCode.gate }] },
});
