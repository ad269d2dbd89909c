import { defineOperation } from 'svc-registry/kernel';

const inputs = () => import('./server-data-inputs.js');
const tally = () => import('./server-data-reports.js').then((m) => m.DataTallyView);
const common = { runsAt: 'client', access: 'local' } as const;

export const backUpServer = defineOperation({
  ...common,
  id: 'host.backUpServer',
  summary: 'Write everything that a server stores to one file',
  description:
    "Runs on the server's machine with the server's settings, also while the server runs: rows and contents are of one moment. " +
    'The file holds the hashes of passwords and keys; only you can read it. It is complete when it has its name.',
  effect: 'write',
  input: () => inputs().then((m) => m.BackupInput),
  output: tally,
  cli: {
    name: 'server backup',
    positionals: ['file'],
    examples: [
      {
        command: 'svc server backup /var/backups/svc-$(date +%F).tar --data-dir /var/lib/svc',
        text: 'Once a night',
      },
    ],
  },
});

export const restoreServer = defineOperation({
  ...common,
  id: 'host.restoreServer',
  summary: 'Fill an empty server from a backup',
  description:
    "Runs on the server's machine with the server's settings, while no server runs. A backup of an older version is brought up to this one. " +
    'What was written is read back and compared; all of it is there at the end, or nothing has changed.',
  effect: 'write',
  input: () => inputs().then((m) => m.RestoreInput),
  output: tally,
  cli: { name: 'server restore', positionals: ['file'] },
});

export const checkServer = defineOperation({
  ...common,
  id: 'host.checkServer',
  summary: 'Check whether the data of a server are complete and undamaged',
  description:
    "Runs on the server's machine with the server's settings, also while the server runs. Changes nothing. Ends with 0 when all data are complete and undamaged, " +
    '8 when something is missing, damaged, unreadable or from a newer version, 4 when there is no database, 6 when it cannot be reached, and 2 or 3 when a flag or setting cannot be used.',
  effect: 'read',
  input: () => inputs().then((m) => m.CheckInput),
  output: () => import('./server-data-reports.js').then((m) => m.CheckReport),
  cli: { name: 'server check' },
});

export const moveServer = defineOperation({
  ...common,
  id: 'host.moveServer',
  summary: 'Copy everything that a server stores to another database',
  description:
    'Stop every server first: what is written meanwhile would stay behind. The source is only read. Counts and checksums of all tables ' +
    'are compared; then start servers with the new SVC_DATABASE_URL.',
  effect: 'write',
  input: () => inputs().then((m) => m.MoveInput),
  output: tally,
  cli: {
    name: 'server move',
    examples: [
      {
        command: 'svc server move --from sqlite:registry.db --to postgres://svc@db.example.com/svc',
        text: 'From one machine to several',
      },
    ],
  },
});
