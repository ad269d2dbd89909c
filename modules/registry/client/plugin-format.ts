import { injectable } from 'tsyringe';
import { pluginInvalid } from '../contract/plugin-errors.js';
import type {
  LooseFile,
  PluginContents,
  PluginDeclarations,
  PluginFormat,
  SkillCard,
  TokenCost,
} from '../contract/plugin-format.js';
import type { PluginSource } from '../format/index.js';
import { rulesBroken } from '../format/rules-broken.js';

/**
 * Plugins on the user's machine, checked by the rules that the server applies. Everything is loaded on first use: this service starts with every
 * command of the modules that require this one.
 */
@injectable()
export class LocalPluginFormat implements PluginFormat {
  async readFolder(root: string): Promise<PluginContents> {
    const { requireManifest } = await import('./source.js');
    const { readFolder } = await import('./folder/read-folder.js');
    await requireManifest(root, { legacy: true });
    return this.check(await readFolder(root), root);
  }

  async readFiles(files: readonly LooseFile[], source: string): Promise<PluginContents> {
    const { splitByIgnoreRules } = await import('./loose-files.js');
    return this.check(splitByIgnoreRules(files), source);
  }

  async readDeclarations(root: string): Promise<PluginDeclarations> {
    const { readDeclarations } = await import('./declarations.js');
    return readDeclarations(root);
  }

  async readSkillCards(files: readonly LooseFile[]): Promise<readonly SkillCard[]> {
    const { readSkillCards } = await import('../format/skill-card.js');
    const cards = await readSkillCards(files);
    if (cards !== undefined) return cards;
    throw pluginInvalid({
      what: 'Reading the skills takes too long; make their front matter simpler.',
    });
  }

  async pathProblems(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { CollisionCheck, pathProblem } = await import('../format/portable-path.js');
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
    const { openArchive } = await import('../format/archive/index.js');
    return (await openArchive(archive)).contents;
  }

  async pack(contents: PluginContents): Promise<Uint8Array> {
    const { writeArchive } = await import('../format/archive/index.js');
    return (await writeArchive(contents.files)).archive;
  }

  async tokenCosts(contents: PluginContents): Promise<readonly TokenCost[]> {
    const { tokenCosts } = await import('../format/token-cost.js');
    return tokenCosts(contents);
  }

  async nearestName(name: string, known: Iterable<string>): Promise<string | undefined> {
    const { nearestName } = await import('../format/nearest-name.js');
    return nearestName(name, known);
  }

  private async check(source: PluginSource, location: string): Promise<PluginContents> {
    const { checkPlugin, LEGACY_MANIFEST_PATH, MANIFEST_PATH } = await import('../format/index.js');
    const has = (path: string): boolean => source.files.some((file) => file.path === path);
    const legacy = !has(MANIFEST_PATH) && has(LEGACY_MANIFEST_PATH);
    const { contents, errors } = legacy
      ? (await import('./legacy-plugin.js')).checkLegacyPlugin(source)
      : checkPlugin(source);
    if (contents !== undefined) return contents;
    throw rulesBroken(`The plugin in ${location}`, errors);
  }
}
