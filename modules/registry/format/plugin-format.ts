import type { ErrorIssue } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import { pluginInvalid } from '../contract/plugin-errors.js';
import type {
  ContentFile,
  LooseFile,
  MarkdownOutline,
  PluginContents,
  PluginFile,
  PluginFormat,
  SkillCard,
  SkillText,
  TokenCost,
  VendorPlugin,
  VendorSource,
} from '../contract/plugin-format.js';
import type { PluginSource } from './check-plugin.js';

/**
 * The plugin format on both sides. Everything is loaded on first use: this service starts with every command of the modules that require this
 * one.
 */
@injectable()
export class MemoryPluginFormat implements PluginFormat {
  async readFiles(files: readonly LooseFile[], source: string): Promise<PluginContents> {
    const { splitByIgnoreRules } = await import('./loose-files.js');
    return this.check(splitByIgnoreRules(files), source);
  }

  async readVendorFiles(source: VendorSource): Promise<VendorPlugin> {
    const { readVendorPlugin } = await import('./vendor/index.js');
    return readVendorPlugin(source);
  }

  async readSkillCards(files: readonly LooseFile[]): Promise<readonly SkillCard[]> {
    const { readSkillCards } = await import('./skill-card.js');
    const cards = await readSkillCards(files);
    if (cards !== undefined) return cards;
    throw pluginInvalid({
      what: 'Reading the skills takes too long; make their front matter simpler.',
    });
  }

  async readSkillText(file: Pick<LooseFile, 'path' | 'content'>): Promise<SkillText> {
    const { readSkillText } = await import('./skill-text.js');
    return readSkillText(file);
  }

  async pathProblems(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { CollisionCheck, pathProblem } = await import('./portable-path.js');
    const collisions = new CollisionCheck();
    const problems = new Map<string, string>();
    for (const path of paths) {
      const problem = pathProblem(path);
      const other = problem === undefined ? collisions.add(path) : undefined;
      if (problem !== undefined) problems.set(path, problem);
      else if (other !== undefined)
        problems.set(path, `"${other}" is the same file on some systems`);
    }
    return problems;
  }

  async readArchive(archive: Uint8Array): Promise<PluginContents> {
    const { openArchive } = await import('./archive/index.js');
    return (await openArchive(archive)).contents;
  }

  async filesOfArchive(archive: Uint8Array): Promise<readonly LooseFile[]> {
    const { unpackArchive } = await import('./archive/index.js');
    return (await unpackArchive(archive)).files;
  }

  async pack(contents: Pick<PluginContents, 'files'>): Promise<Uint8Array> {
    const { writeArchive } = await import('./archive/index.js');
    return (await writeArchive(contents.files)).archive;
  }

  async packFiles(files: readonly LooseFile[], source: string): Promise<Uint8Array> {
    const { packFiles } = await import('./pack-files.js');
    return packFiles(files, source);
  }

  async withRoles(
    files: readonly PluginFile[],
    plugin?: Pick<PluginContents, 'rules' | 'skills'> & Partial<Pick<PluginContents, 'subagents'>>,
  ): Promise<readonly ContentFile[]> {
    const { withRoles } = await import('./file-roles.js');
    return withRoles(files, plugin);
  }

  async tokenCosts(contents: PluginContents): Promise<readonly TokenCost[]> {
    const { tokenCosts } = await import('./token-cost.js');
    return tokenCosts(contents);
  }

  async outlineMarkdown(text: string): Promise<MarkdownOutline> {
    const { outlineMarkdown } = await import('./markdown-links.js');
    return outlineMarkdown(text);
  }

  async schemaProblems(
    schemas: unknown,
    skill: { readonly folder: string; readonly files: readonly LooseFile[] },
  ): Promise<readonly ErrorIssue[]> {
    const { schemaProblems } = await import('./skill-schemas.js');
    return schemaProblems(schemas, skill);
  }

  async nearestName(name: string, known: Iterable<string>): Promise<string | undefined> {
    const { nearestName } = await import('./nearest-name.js');
    return nearestName(name, known);
  }

  /** Throws `plugin_invalid`. */
  protected async check(source: PluginSource, location: string): Promise<PluginContents> {
    const { checkPlugin, LEGACY_MANIFEST_PATH, MANIFEST_PATH } = await import('./index.js');
    const { rulesBroken } = await import('./rules-broken.js');
    const has = (path: string): boolean => source.files.some((file) => file.path === path);
    const legacy = !has(MANIFEST_PATH) && has(LEGACY_MANIFEST_PATH);
    const { contents, errors } = legacy
      ? (await import('./legacy-plugin.js')).checkLegacyPlugin(source)
      : checkPlugin(source);
    if (contents !== undefined) return contents;
    throw rulesBroken(`The plugin in ${location}`, errors);
  }
}
