import { defineCommand, defineListOperation, defineOperation, ExitCode } from 'svc-registry/kernel';
import type * as Inputs from './inputs.js';

const inputs = (): Promise<typeof Inputs> => import('./inputs.js');
const local = { runsAt: 'client', access: 'local' } as const;

export const doctor = defineOperation({
  ...local,
  id: 'host.doctor',
  summary: 'Check this installation: modules, folders, server',
  description:
    'Starts every module of the command line and says which cannot be used, and why. Ends with 8 when something is wrong: a module that cannot be used, ' +
    'a configuration that cannot be read, a check with an error, or a server that is not ready.',
  effect: 'read',
  input: () => inputs().then((m) => m.NoInput),
  output: () => import('./doctor-report.js').then((m) => m.DoctorReport),
  cli: { name: 'doctor', exits: [{ field: 'faults', exit: ExitCode.gate }] },
});

export const listMachines = defineListOperation({
  ...local,
  id: 'host.machines',
  summary: 'Show the state machines of all modules as tables and Mermaid diagrams',
  effect: 'read',
  input: () => inputs().then((m) => m.MachinesInput),
  output: () => import('./machine-view.js').then((m) => m.MachineView),
  cli: { name: 'machines', positionals: ['machine'] },
});

export const listSettings = defineOperation({
  ...local,
  id: 'host.settings',
  summary:
    'List the environment variables that svc and lnk read: what they mean, whether they are set',
  description:
    'Secret values are not shown. A variable with the name of no setting, such as a misspelt one, is listed with the setting that was probably meant.',
  effect: 'read',
  input: () => inputs().then((m) => m.NoInput),
  output: () => import('./settings-report.js').then((m) => m.SettingsReport),
  cli: { name: 'settings' },
});

export const callApi = defineOperation({
  ...local,
  id: 'host.callApi',
  summary: 'Send an HTTP request to the server as the signed-in person, and print the answer',
  description:
    'Only paths of the server that SVC_URL or `svc login` has named: the token goes nowhere else. An answer of 400 or more ends the command with the ' +
    "server's error and its exit code. What can be called is listed at `/openapi.json` of the server.",
  effect: 'write',
  input: () => import('./api-call.js').then((m) => m.ApiCallInput),
  output: () => import('./api-call.js').then((m) => m.ApiAnswer),
  cli: {
    name: 'api',
    positionals: ['method', 'path'],
    short: { field: 'F', header: 'H' },
    examples: [
      { command: 'svc api GET /v1/workspaces --paginate', text: 'All pages of a list' },
      {
        command: 'svc api POST /v1/projects --field workspace=acme --field name=site',
        text: 'A JSON body from fields',
      },
      {
        command: 'svc api PUT /v1/policies/workspace/acme --input policy.json',
        text: 'A body from a file',
      },
    ],
  },
});

export const serve = defineCommand({
  ...local,
  id: 'host.serve',
  summary: 'Run a registry server',
  description:
    'Runs until it is interrupted. At a terminal it prints a few lines for people, and requests only when they fail on its side; elsewhere JSON lines. ' +
    'Settings that have no flag come from the environment; `svc settings` lists them.',
  effect: 'write',
  input: () => inputs().then((m) => m.ServeInput),
  cli: {
    name: 'serve',
    examples: [
      { command: 'svc serve --dev', text: 'Try it on this machine' },
      { command: 'svc serve --host 0.0.0.0 --data-dir /var/lib/svc', text: 'Serve a team' },
    ],
  },
});

export const work = defineCommand({
  ...local,
  id: 'host.worker',
  summary: 'Do background work of a registry server on PostgreSQL',
  description:
    'Runs until it is interrupted; any number may run beside `svc serve`, with the same SVC_DATABASE_URL and SVC_BLOB_URL and the same modules.',
  effect: 'write',
  input: () => inputs().then((m) => m.WorkerInput),
  cli: {
    name: 'worker',
    examples: [{ command: 'svc worker --concurrency 8', text: 'Do eight pieces of work at once' }],
  },
});

export const startToolServer = defineCommand({
  ...local,
  id: 'host.mcpStart',
  summary: 'Run the tool server for coding agents on stdin and stdout',
  description:
    'Speaks the Model Context Protocol and ends when stdin ends. Tools write and publish only in the folders that the client has opened, ' +
    'else in the repository of the current folder; outside they ask the person, where the client can do that.',
  effect: 'write',
  input: () => inputs().then((m) => m.McpStartInput),
  cli: {
    name: 'mcp start',
    examples: [
      {
        command: 'svc mcp start --allow-dir ~/plugins',
        text: 'Plugins of that folder may be changed and published too',
      },
    ],
  },
});
