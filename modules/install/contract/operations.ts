import { defineOperation, ExitCode } from 'svc-registry/kernel';
import type * as Inputs from './inputs.js';

const inputs = (): Promise<typeof Inputs> => import('./inputs.js');
const projectChange = () => import('./results.js').then((m) => m.ProjectChange);
/** Some plugins could not be looked up: the others are told of or updated all the same. */
const failedChecks = { field: 'failed', exit: ExitCode.unavailable } as const;
const local = { runsAt: 'client', access: 'local' } as const;

export const initProject = defineOperation({
  ...local,
  id: 'install.init',
  summary: 'Set a project up for plugins',
  description:
    'Creates `svc.json` in the current folder and the files that the chosen coding agents read. Without `--agent` it takes those of svc.json, else those whose files are there; at a terminal it asks, unless `--yes` is given. The choice is kept in svc.json.',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.InitInput),
  output: () => import('./results.js').then((m) => m.InitReport),
  cli: {
    name: 'init',
    short: { yes: 'y' },
    examples: [{ command: 'svc init --agent claude-code', text: 'Set up for one agent without questions' }],
  },
});

export const installPlugins = defineOperation({
  ...local,
  id: 'install.install',
  summary: 'Install plugins into the project',
  description: 'Without a source, everything that `svc.json` names is installed as the lock says. Plugins that are up to date are skipped.',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.InstallInput),
  output: projectChange,
  cli: {
    name: 'install',
    aliases: ['i'],
    positionals: ['source'],
    short: { global: 'g', verbose: 'v' },
    examples: [
      { command: 'svc install acme/review', text: 'The latest version from the registry' },
      { command: 'svc install acme/review@1.2.0 file:./plugins/own', text: 'One version, and a plugin of this repository' },
      { command: 'svc install https://github.com/acme/skills --skill pdf', text: 'One skill of a repository' },
      { command: 'svc install', text: 'Everything svc.json names, for example after a clone' },
    ],
  },
});

export const installPackage = defineOperation({
  ...local,
  id: 'install.package',
  summary: 'Install a plugin into the project, or everything that is missing',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.InstallPackageInput),
  output: projectChange,
  mcp: {
    name: 'install',
    title: 'Install a plugin',
    description:
      'Install a plugin into the project, or everything that svc.json names and is missing. A plugin with several skills is not installed ' +
      'until `skills` says which of them: without it they are listed. Works signed out with public plugins.',
    destructive: false,
    openWorld: true,
  },
});

export const uninstallPlugin = defineOperation({
  ...local,
  id: 'install.uninstall',
  summary: 'Remove a plugin from the project, or all that svc has written',
  effect: 'write',
  input: () => inputs().then((m) => m.UninstallInput),
  output: projectChange,
  cli: { name: 'uninstall', positionals: ['plugin'], short: { global: 'g' } },
});

export const uninstallPackage = defineOperation({
  ...local,
  id: 'install.uninstallPackage',
  summary: 'Remove a plugin from the project',
  effect: 'write',
  input: () => inputs().then((m) => m.UninstallPackageInput),
  output: projectChange,
  mcp: {
    name: 'uninstall',
    title: 'Remove a plugin',
    description: 'Remove a plugin, or some of its skills, from the project and from what its coding agents read.',
    destructive: true,
    openWorld: false,
  },
});

export const verifyInstall = defineOperation({
  ...local,
  id: 'install.verify',
  summary: 'Compare what is installed with the lock',
  description:
    'Every byte and mode in `.svc/plugins`, the links to skills and what stands in the files of agents. Needs no server unless it repairs.',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.VerifyInput),
  output: () => import('./results.js').then((m) => m.VerifyReport),
  cli: {
    name: 'verify-install',
    short: { global: 'g' },
    complaints: { field: 'differences', exit: ExitCode.gate },
    examples: [{ command: 'svc verify-install --repair', text: 'Bring back what differs' }],
  },
});

export const listPlugins = defineOperation({
  ...local,
  id: 'install.list',
  summary: 'List the plugins of the project',
  effect: 'read',
  input: () => inputs().then((m) => m.ListInput),
  output: () => import('./results.js').then((m) => m.PluginList),
  cli: { name: 'list', short: { global: 'g' } },
});

export const outdatedPlugins = defineOperation({
  ...local,
  id: 'install.outdated',
  summary: 'List plugins that have a newer version',
  effect: 'read',
  input: () => inputs().then((m) => m.OutdatedInput),
  output: () => import('./results.js').then((m) => m.OutdatedReport),
  cli: { name: 'outdated', omit: ['projectDir'], short: { global: 'g' }, complaints: failedChecks },
  mcp: {
    name: 'outdated',
    title: 'Look for newer versions',
    description: 'List plugins of the project that have a newer version. Changes nothing.',
    omit: ['global'],
    openWorld: true,
  },
});

export const updatePlugins = defineOperation({
  ...local,
  id: 'install.update',
  summary: 'Update plugins to their newest version',
  description: 'A new major version is taken only with `--force`.',
  effect: 'write',
  input: () => inputs().then((m) => m.UpdateInput),
  output: projectChange,
  cli: { name: 'update', positionals: ['plugin'], short: { yes: 'y', force: 'f', global: 'g' }, complaints: failedChecks },
});

export const updateTiles = defineOperation({
  ...local,
  id: 'install.updateTiles',
  summary: 'Update the named plugins to their newest version',
  effect: 'write',
  input: () => inputs().then((m) => m.UpdateTilesInput),
  output: projectChange,
  mcp: {
    name: 'update',
    title: 'Update plugins',
    description: 'Update the named plugins of the project to their newest version. New major versions are skipped unless `force` is true.',
    destructive: true,
    openWorld: true,
  },
});

export const projectStatus = defineOperation({
  ...local,
  id: 'install.status',
  summary: 'Show who is signed in and the state of every plugin of the project',
  effect: 'read',
  input: () => inputs().then((m) => m.StatusInput),
  output: () => import('./results.js').then((m) => m.StatusReport),
  mcp: {
    name: 'status',
    title: 'Show the state of the project',
    description: 'Who is signed in, and which plugins of the project are up to date, missing, outdated or invalid. Changes nothing.',
    openWorld: false,
  },
});

export const showStatus = defineOperation({
  ...local,
  id: 'install.state',
  summary: 'Show the state of the project: plugins, and what each coding agent gets and still ignores',
  description: 'Reads only. Plugins are compared with the lock byte by byte, and files of agents with what svc wrote into them.',
  effect: 'read',
  input: () => inputs().then((m) => m.ShowStatusInput),
  output: () => import('./results.js').then((m) => m.ProjectStatus),
  cli: { name: 'status', short: { global: 'g' } },
});
