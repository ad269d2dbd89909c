import { handle, render, type BoundOperation, type BoundRenderer } from 'svc-registry/kernel';
import * as commands from './contract/plugin-commands.js';

/** Commands and tools that work on plugins on the user's machine. */
export const pluginCommands: readonly BoundOperation[] = [
  handle(commands.newPlugin, () =>
    import('./client/commands/new-plugin.js').then((m) => m.NewPluginHandler),
  ),
  handle(commands.newPluginTool, () =>
    import('./client/commands/new-plugin.js').then((m) => m.NewPluginToolHandler),
  ),
  handle(commands.lintPlugin, () =>
    import('./client/commands/lint.js').then((m) => m.LintPluginHandler),
  ),
  handle(commands.packPlugin, () =>
    import('./client/commands/pack.js').then((m) => m.PackPluginHandler),
  ),
  handle(commands.publishPlugin, () =>
    import('./client/commands/publish.js').then((m) => m.PublishPluginHandler),
  ),
  handle(commands.publishPluginTool, () =>
    import('./client/commands/publish.js').then((m) => m.PublishPluginToolHandler),
  ),
  handle(commands.newSkill, () =>
    import('./client/commands/new-skill.js').then((m) => m.NewSkillHandler),
  ),
  handle(commands.lintSkill, () =>
    import('./client/commands/lint.js').then((m) => m.LintSkillHandler),
  ),
  handle(commands.publishSkill, () =>
    import('./client/commands/publish.js').then((m) => m.PublishSkillHandler),
  ),
  handle(commands.publishSkillTool, () =>
    import('./client/commands/publish.js').then((m) => m.PublishSkillToolHandler),
  ),
  handle(commands.searchCommand, () =>
    import('./client/commands/search.js').then((m) => m.SearchHandler),
  ),
  handle(commands.searchTool, () =>
    import('./client/commands/search.js').then((m) => m.SearchToolHandler),
  ),
  handle(commands.unpublishPlugin, () =>
    import('./client/commands/withdraw.js').then((m) => m.UnpublishPluginHandler),
  ),
  handle(commands.archivePlugin, () =>
    import('./client/commands/withdraw.js').then((m) => m.ArchivePluginHandler),
  ),
  handle(commands.unarchivePlugin, () =>
    import('./client/commands/withdraw.js').then((m) => m.UnarchivePluginHandler),
  ),
  handle(commands.migratePlugin, () =>
    import('./client/commands/migrate.js').then((m) => m.MigratePluginHandler),
  ),
  handle(commands.importSkill, () =>
    import('./client/commands/import-skill.js').then((m) => m.ImportSkillHandler),
  ),
  handle(commands.unpublishSkill, () =>
    import('./client/commands/skill-guidance.js').then((m) => m.UnpublishSkillHandler),
  ),
  handle(commands.archiveSkill, () =>
    import('./client/commands/skill-guidance.js').then((m) => m.ArchiveSkillHandler),
  ),
  handle(commands.deleteSkill, () =>
    import('./client/commands/skill-guidance.js').then((m) => m.DeleteSkillHandler),
  ),
];

const text = () => import('./client/text.js');

export const pluginCommandTexts: readonly BoundRenderer[] = [
  render(commands.newPlugin, () => text().then((m) => m.createdText)),
  render(commands.lintPlugin, () => text().then((m) => m.lintText)),
  render(commands.packPlugin, () => text().then((m) => m.packText)),
  render(commands.publishPlugin, () => text().then((m) => m.publishText)),
  render(commands.newSkill, () => text().then((m) => m.createdText)),
  render(commands.lintSkill, () => text().then((m) => m.lintText)),
  render(commands.publishSkill, () => text().then((m) => m.publishText)),
  render(commands.unpublishPlugin, () => text().then((m) => m.unpublishText)),
  render(commands.archivePlugin, () => text().then((m) => m.archiveText)),
  render(commands.unarchivePlugin, () => text().then((m) => m.unarchiveText)),
  render(commands.migratePlugin, () => text().then((m) => m.migrateText)),
  render(commands.importSkill, () => text().then((m) => m.createdText)),
  render(commands.unpublishSkill, () => text().then((m) => m.guidanceText)),
  render(commands.archiveSkill, () => text().then((m) => m.guidanceText)),
  render(commands.deleteSkill, () => text().then((m) => m.guidanceText)),
  render(commands.searchCommand, () => import('./client/search-text.js').then((m) => m.searchText)),
];
