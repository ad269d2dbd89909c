import { defineCommand, defineListOperation, defineOperation } from 'svc-registry/kernel';

export const doctor = defineOperation({
  id: 'host.doctor',
  summary: 'Show how this installation fares: modules, folders, server',
  description: 'Starts every module of the command line and says which cannot be used, and why.',
  effect: 'read',
  runsAt: 'client',
  access: 'local',
  input: () => import('./no-input.js').then((m) => m.NoInput),
  output: () => import('./doctor-report.js').then((m) => m.DoctorReport),
  cli: { name: 'doctor' },
});

export const listMachines = defineListOperation({
  id: 'host.machines',
  summary: 'Show the state machines of all modules as tables and Mermaid diagrams',
  effect: 'read',
  runsAt: 'client',
  access: 'local',
  input: () => import('./machines-input.js').then((m) => m.MachinesInput),
  output: () => import('./machine-view.js').then((m) => m.MachineView),
  cli: { name: 'machines', positionals: ['machine'] },
});

export const listSettings = defineOperation({
  id: 'host.settings',
  summary: 'List the environment variables that count: what they mean, whether they are set',
  description:
    'Secret values are not shown. A variable that looks like a setting and is none is named, with the one that was probably meant.',
  effect: 'read',
  runsAt: 'client',
  access: 'local',
  input: () => import('./no-input.js').then((m) => m.NoInput),
  output: () => import('./settings-report.js').then((m) => m.SettingsReport),
  cli: { name: 'settings' },
});

export const serve = defineCommand({
  id: 'host.serve',
  summary: 'Run a registry server',
  description: 'Runs until it is interrupted. Settings that have no flag come from the environment; `svc settings` lists them.',
  effect: 'write',
  runsAt: 'client',
  access: 'local',
  input: () => import('./serve-input.js').then((m) => m.ServeInput),
  cli: {
    name: 'serve',
    examples: [
      { command: 'svc serve --dev', text: 'Try it on this machine' },
      { command: 'svc serve --host 0.0.0.0 --data-dir /var/lib/svc', text: 'Serve a team' },
    ],
  },
});

export const work = defineCommand({
  id: 'host.worker',
  summary: 'Do background work of a registry server on PostgreSQL',
  description:
    'Runs until it is interrupted; any number may run beside `svc serve`, with the same SVC_DATABASE_URL and SVC_BLOB_URL and the same modules.',
  effect: 'write',
  runsAt: 'client',
  access: 'local',
  input: () => import('./worker-input.js').then((m) => m.WorkerInput),
  cli: {
    name: 'worker',
    examples: [{ command: 'svc worker --concurrency 8', text: 'Do eight pieces of work at once' }],
  },
});

export const startToolServer = defineCommand({
  id: 'host.mcpStart',
  summary: 'Run the tool server for coding agents on stdin and stdout',
  description: 'Speaks the Model Context Protocol and ends when stdin ends.',
  effect: 'write',
  runsAt: 'client',
  access: 'local',
  input: () => import('./no-input.js').then((m) => m.NoInput),
  cli: { name: 'mcp start' },
});
