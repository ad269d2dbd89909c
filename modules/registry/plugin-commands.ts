import { handle, type BoundOperation } from 'svc-registry/kernel';
import * as commands from './contract/plugin-commands.js';

/** Commands and tools that work on plugins on the user's machine. */
const text = () => import('./client/text.js');

export const pluginCommands: readonly BoundOperation[] = [
  handle(commands.newPlugin, {
    run: () => import('./client/commands/new-plugin.js').then((m) => m.NewPluginHandler),
    text: () => text().then((m) => m.createdText),
  }),
  handle(commands.newPluginTool, {
    run: () => import('./client/commands/new-plugin.js').then((m) => m.NewPluginToolHandler),
  }),
  handle(commands.lintPlugin, {
    run: () => import('./client/commands/lint.js').then((m) => m.LintPluginHandler),
    text: () => text().then((m) => m.lintText),
  }),
  handle(commands.packPlugin, {
    run: () => import('./client/commands/pack.js').then((m) => m.PackPluginHandler),
    text: () => text().then((m) => m.packText),
  }),
  handle(commands.publishPlugin, {
    run: () => import('./client/commands/publish.js').then((m) => m.PublishPluginHandler),
    text: () => text().then((m) => m.publishText),
  }),
  handle(commands.publishPluginTool, {
    run: () => import('./client/commands/publish.js').then((m) => m.PublishPluginToolHandler),
  }),
  handle(commands.newSkill, {
    run: () => import('./client/commands/new-skill.js').then((m) => m.NewSkillHandler),
    text: () => text().then((m) => m.createdText),
  }),
  handle(commands.lintSkill, {
    run: () => import('./client/commands/lint.js').then((m) => m.LintSkillHandler),
    text: () => text().then((m) => m.lintText),
  }),
  handle(commands.publishSkill, {
    run: () => import('./client/commands/publish.js').then((m) => m.PublishSkillHandler),
    text: () => text().then((m) => m.publishText),
  }),
  handle(commands.publishSkillTool, {
    run: () => import('./client/commands/publish.js').then((m) => m.PublishSkillToolHandler),
  }),
  handle(commands.searchCommand, {
    run: () => import('./client/commands/search.js').then((m) => m.SearchHandler),
    text: () => import('./client/search-text.js').then((m) => m.searchText),
  }),
  handle(commands.searchTool, {
    run: () => import('./client/commands/search.js').then((m) => m.SearchToolHandler),
  }),
  handle(commands.unpublishPlugin, {
    run: () => import('./client/commands/withdraw.js').then((m) => m.UnpublishPluginHandler),
    text: () => text().then((m) => m.unpublishText),
  }),
  handle(commands.archivePlugin, {
    run: () => import('./client/commands/withdraw.js').then((m) => m.ArchivePluginHandler),
    text: () => text().then((m) => m.archiveText),
  }),
  handle(commands.unarchivePlugin, {
    run: () => import('./client/commands/withdraw.js').then((m) => m.UnarchivePluginHandler),
    text: () => text().then((m) => m.unarchiveText),
  }),
  handle(commands.migratePlugin, {
    run: () => import('./client/commands/migrate.js').then((m) => m.MigratePluginHandler),
    text: () => text().then((m) => m.migrateText),
  }),
  handle(commands.importSkill, {
    run: () => import('./client/commands/import-skill.js').then((m) => m.ImportSkillHandler),
    text: () => text().then((m) => m.createdText),
  }),
  handle(commands.unpublishSkill, {
    run: () => import('./client/commands/skill-guidance.js').then((m) => m.UnpublishSkillHandler),
    text: () => text().then((m) => m.guidanceText),
  }),
  handle(commands.archiveSkill, {
    run: () => import('./client/commands/skill-guidance.js').then((m) => m.ArchiveSkillHandler),
    text: () => text().then((m) => m.guidanceText),
  }),
  handle(commands.deleteSkill, {
    run: () => import('./client/commands/skill-guidance.js').then((m) => m.DeleteSkillHandler),
    text: () => text().then((m) => m.guidanceText),
  }),
];
