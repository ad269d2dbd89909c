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

export const listModules = defineOperation({
  id: 'host.modules',
  summary: 'List the modules of the command line',
  effect: 'read',
  runsAt: 'client',
  access: 'local',
  input: () => import('./no-input.js').then((m) => m.NoInput),
  output: () => import('./modules-report.js').then((m) => m.ModulesReport),
  cli: { name: 'modules list' },
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

export const serve = defineCommand({
  id: 'host.serve',
  summary: 'Run a registry server',
  description:
    'Runs until it is interrupted. Settings that have no flag come from the environment: SVC_DATABASE_URL, SVC_BLOB_URL, SVC_PUBLIC_URL, SVC_PUBLIC_READ, SVC_TRUST_PROXY, SVC_LOG_LEVEL.',
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
