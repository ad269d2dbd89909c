import { defineListOperation, defineOperation, ExitCode } from 'svc-registry/kernel';
import type * as Inputs from './plugin-command-inputs.js';
import type * as Results from './plugin-command-results.js';

const inputs = (): Promise<typeof Inputs> => import('./plugin-command-inputs.js');
const results = (): Promise<typeof Results> => import('./plugin-command-results.js');
const local = { runsAt: 'client', access: 'local' } as const;
const published = () => results().then((m) => m.PublishOutcome);
const guidance = () => results().then((m) => m.Guidance);
const publishInput = () => inputs().then((m) => m.PublishInput);

export const newPlugin = defineOperation({
  ...local,
  id: 'registry.newPlugin',
  summary: 'Create a plugin',
  description:
    'Without a terminal to ask at, `--name`, `--summary` and one of `--skill`, `--skill-name` or `--rules` are needed.',
  effect: 'write',
  input: () => inputs().then((m) => m.NewPluginInput),
  output: () => results().then((m) => m.CreatedPlugin),
  cli: {
    name: 'plugin new',
    examples: [
      {
        command: 'svc plugin new --name acme/review --summary "Reviews code" --rules style',
        text: 'A plugin with one rule',
      },
    ],
  },
});

export const newPluginTool = defineOperation({
  ...local,
  id: 'registry.newPluginTool',
  summary: 'Create a plugin with a rule, a skill, or both',
  effect: 'write',
  input: () => inputs().then((m) => m.NewPluginToolInput),
  output: () => results().then((m) => m.CreatedPlugin),
  mcp: {
    name: 'new_plugin',
    title: 'Create a plugin',
    description:
      'Create a plugin with a skill, a rule, or both, in a folder of the project. At least one of `skill` and `rules` is needed.',
    destructive: false,
    openWorld: false,
    signIn: true,
    paths: ['path'],
  },
});

/** Reads a folder of this machine. */
export const lintPlugin = defineOperation({
  ...local,
  id: 'registry.lintPlugin',
  summary: 'Check a plugin and show what it costs an agent',
  description: 'The rules are those that `plugin pack`, `plugin publish` and the server apply.',
  effect: 'read',
  input: () => inputs().then((m) => m.LintInput),
  output: () => results().then((m) => m.LintResult),
  cli: { name: 'plugin lint', positionals: ['source'] },
});

/** Writes the archive that publishing would send. */
export const packPlugin = defineOperation({
  ...local,
  id: 'registry.packPlugin',
  summary: 'Pack a plugin into a .tgz',
  description: 'The same files give the same archive on every machine.',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.PackInput),
  output: () => results().then((m) => m.PackResult),
  cli: { name: 'plugin pack', positionals: ['source'] },
});

/** What is published and kept offline: a pipeline that goes on would install nothing. */
const withheld = [
  { field: 'moderationStatus', is: ['fail', 'error'], exit: ExitCode.gate },
] as const;

/** Checks first. A version that is taken is raised, and the manifest rewritten; after five retries it is given up. */
export const publishPlugin = defineOperation({
  ...local,
  id: 'registry.publishPlugin',
  summary: 'Publish a plugin',
  description:
    'Checks the plugin first. When the version is already published, the patch is raised and written back to the manifest. ' +
    'Waits up to 15 seconds for the security scan, and exits with 8 when that keeps the version offline.',
  effect: 'write',
  input: publishInput,
  output: published,
  cli: { name: 'plugin publish', aliases: ['publish'], positionals: ['path'], exits: withheld },
});

export const publishPluginTool = defineOperation({
  ...local,
  id: 'registry.publishPluginTool',
  summary: 'Publish a plugin, without its evaluations',
  effect: 'write',
  input: () => inputs().then((m) => m.PublishPluginToolInput),
  output: published,
  mcp: {
    name: 'tile_publish',
    title: 'Publish a plugin',
    description:
      'Publish the plugin in a folder that has a manifest. Never changes who may see it; raises the patch when the version is taken.',
    destructive: false,
    openWorld: true,
    signIn: true,
    paths: ['path'],
  },
});

export const newSkill = defineOperation({
  ...local,
  id: 'registry.newSkill',
  summary: 'Create a skill',
  effect: 'write',
  input: () => inputs().then((m) => m.NewSkillInput),
  output: () => results().then((m) => m.CreatedPlugin),
  cli: { name: 'skill new' },
});

export const lintSkill = defineOperation({
  ...local,
  id: 'registry.lintSkill',
  summary: 'Check a skill and show what it costs an agent',
  effect: 'read',
  input: () => inputs().then((m) => m.LintInput),
  output: () => results().then((m) => m.LintResult),
  cli: { name: 'skill lint', positionals: ['source'] },
});

/** A folder with a `SKILL.md` and no manifest gets one, once everything is checked. */
export const publishSkill = defineOperation({
  ...local,
  id: 'registry.publishSkill',
  summary: 'Publish a skill',
  description: 'A skill without a manifest gets one, for the workspace that `--workspace` names.',
  effect: 'write',
  input: publishInput,
  output: published,
  cli: { name: 'skill publish', positionals: ['path'], exits: withheld },
});

export const publishSkillTool = defineOperation({
  ...local,
  id: 'registry.publishSkillTool',
  summary: 'Publish a skill, without its evaluations',
  effect: 'write',
  input: () => inputs().then((m) => m.PublishSkillToolInput),
  output: published,
  mcp: {
    name: 'skill_publish',
    title: 'Publish a skill',
    description:
      'Publish a skill. Without a manifest one is created for `workspace`. Private unless `public` is true, which cannot be undone.',
    destructive: false,
    openWorld: true,
    signIn: true,
    paths: ['path'],
  },
});

export const migratePlugin = defineOperation({
  ...local,
  id: 'registry.migratePlugin',
  summary: 'Turn a plugin of another form into one of ours',
  description:
    'Reads `tile.json`, or the plugin manifest of Claude Code, Codex, Cursor, Gemini CLI or Tessl, and writes `.svc-plugin/plugin.json` and what ' +
    'else a plugin needs here. What has no counterpart is named. The manifest that was read stays until you remove it.',
  effect: 'write',
  input: () => inputs().then((m) => m.MigrateInput),
  output: () => results().then((m) => m.MigratedPlugin),
  cli: { name: 'plugin migrate', positionals: ['path'] },
});

export const unpublishPlugin = defineOperation({
  ...local,
  id: 'registry.unpublishPlugin',
  summary: 'Unpublish a version of a plugin',
  description:
    'Within 48 hours of publishing, or at any time while the plugin is private. The version can never be published again. ' +
    'To keep something from being installed anew without taking it away from who has it, archive it.',
  effect: 'write',
  input: () => inputs().then((m) => m.UnpublishInput),
  output: () => results().then((m) => m.UnpublishOutcome),
  cli: {
    name: 'plugin unpublish',
    positionals: ['plugin'],
    short: { yes: 'y' },
    examples: [{ command: 'svc plugin unpublish acme/review@1.2.0', text: 'One version' }],
  },
});

export const archivePlugin = defineOperation({
  ...local,
  id: 'registry.archivePlugin',
  summary: 'Keep a plugin or version from being installed anew',
  description:
    'Projects that have it keep it, and install it from their lock. Nothing can be published to an archived plugin.',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.ArchiveInput),
  output: () => results().then((m) => m.ArchiveOutcome),
  cli: {
    name: 'plugin archive',
    positionals: ['plugin'],
    short: { yes: 'y' },
    examples: [
      {
        command: 'svc plugin archive acme/review --reason "Use acme/reviews"',
        text: 'A plugin that was replaced',
      },
    ],
  },
});

export const unarchivePlugin = defineOperation({
  ...local,
  id: 'registry.unarchivePlugin',
  summary: 'Restore an archived plugin or version',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.PluginRefInput),
  output: () => results().then((m) => m.ArchiveOutcome),
  cli: { name: 'plugin unarchive', positionals: ['plugin'] },
});

export const importSkill = defineOperation({
  ...local,
  id: 'registry.importSkill',
  summary: 'Make a plugin manifest from a SKILL.md',
  effect: 'write',
  input: () => inputs().then((m) => m.ImportSkillInput),
  output: () => results().then((m) => m.CreatedPlugin),
  cli: { name: 'skill import', positionals: ['path'] },
});

export const unpublishSkill = defineOperation({
  ...local,
  id: 'registry.unpublishSkill',
  summary: 'Show how to unpublish a skill',
  effect: 'read',
  input: () => inputs().then((m) => m.SkillRefInput),
  output: guidance,
  cli: { name: 'skill unpublish', positionals: ['skill'] },
});

export const archiveSkill = defineOperation({
  ...local,
  id: 'registry.archiveSkill',
  summary: 'Show how to archive a published skill',
  effect: 'read',
  input: () => inputs().then((m) => m.SkillRefInput),
  output: guidance,
  cli: { name: 'skill archive', positionals: ['skill'] },
});

export const deleteSkill = defineOperation({
  ...local,
  id: 'registry.deleteSkill',
  summary: 'Show how to delete a published skill',
  effect: 'read',
  input: () => inputs().then((m) => m.SkillRefInput),
  output: guidance,
  cli: { name: 'skill delete', positionals: ['skill'] },
});

export const searchCommand = defineListOperation({
  ...local,
  id: 'registry.search',
  summary: 'Search plugins, skills, rules and READMEs',
  description:
    'In a project that belongs to a workspace only that workspace is searched, unless `--global`, `--org` or `--workspace` says otherwise.',
  effect: 'read',
  input: () => inputs().then((m) => m.SearchCommandInput),
  output: () => import('./search.js').then((m) => m.SearchHit),
  meta: () => import('./search.js').then((m) => m.SearchedPage),
  cli: { name: 'search', positionals: ['query'], short: { global: 'g' } },
});

export const searchTool = defineListOperation({
  ...local,
  id: 'registry.searchTool',
  summary: 'Search plugins by name, words, package URL or HTTP address',
  description: 'Signed out, only public plugins are found.',
  effect: 'read',
  input: () => inputs().then((m) => m.SearchToolInput),
  output: () => import('./search.js').then((m) => m.SearchHit),
  meta: () => import('./search.js').then((m) => m.SearchMeta),
  mcp: {
    name: 'search',
    title: 'Search the registry',
    description:
      'Search plugins by name, words, package URL or HTTP address. Signed out, only public plugins are found. Look at what you find with the tool `tile_view`, and install it with `install`.',
    openWorld: true,
  },
});
