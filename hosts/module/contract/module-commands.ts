import { defineOperation } from 'svc-registry/kernel';
import type * as Inputs from './module-inputs.js';

const inputs = (): Promise<typeof Inputs> => import('./module-inputs.js');
const change = () => import('./module-reports.js').then((m) => m.ModuleChange);
const local = { runsAt: 'client', access: 'local' } as const;

export const listModules = defineOperation({
  ...local,
  id: 'host.modules',
  summary: 'List the modules of the command line, or of a server on this machine',
  effect: 'read',
  input: () => inputs().then((m) => m.WhichModules),
  output: () => import('./module-reports.js').then((m) => m.ModulesReport),
  cli: { name: 'modules list' },
});

export const checkModule = defineOperation({
  ...local,
  id: 'host.checkModule',
  summary: 'Check a module from outside, as its author does before publishing it',
  description:
    'Loads the module, compares its manifest with its code, and starts it for trial with the built-in modules: on the command line, and on a server with an empty SQLite database in a temporary folder.',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.CheckModuleInput),
  output: () => import('./module-reports.js').then((m) => m.ModuleCheckReport),
  cli: {
    name: 'modules check',
    positionals: ['module'],
    examples: [
      { command: 'svc modules check', text: 'The module in the current folder' },
      { command: 'svc modules check --write', text: 'Write its manifest.json anew' },
      { command: 'svc modules check svc-module-poll', text: 'A module that is installed' },
    ],
  },
});

export const addModule = defineOperation({
  ...local,
  id: 'host.addModule',
  summary: 'Use a module from outside: name it in the configuration',
  description:
    'Modules are trusted code: they run in this program with your rights. Install the package first, with npm, in the folder of the configuration. The module is checked before it is named.',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.ChangeModulesInput),
  output: change,
  cli: {
    name: 'modules add',
    positionals: ['module'],
    examples: [
      {
        command: 'npm install --prefix ~/.svc svc-module-poll && svc modules add svc-module-poll',
        text: 'For the command line',
      },
      {
        command: 'svc modules add svc-module-poll --server',
        text: 'For the server on this machine',
      },
      { command: 'svc modules add ./my-module', text: 'One that you are writing' },
    ],
  },
});

export const removeModule = defineOperation({
  ...local,
  id: 'host.removeModule',
  summary: 'Stop using a module from outside: remove it from the configuration',
  description: 'The package stays installed, and so does what the module has stored on a server.',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.ChangeModulesInput),
  output: change,
  cli: { name: 'modules remove', positionals: ['module'] },
});
