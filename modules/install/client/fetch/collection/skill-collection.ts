import { by } from '../../../../../toolbox/by.js';
import type {
  LeftOut,
  LooseFile,
  PluginContents,
  PluginFile,
  PluginFormat,
} from '../../../../registry/contract/plugin-format.js';
import { skillAmbiguous, skillEmpty, sourceTooLarge } from '../../../contract/source-errors.js';
import { skillUnknown } from '../../../contract/errors.js';
import type { CatalogueSkill } from '../catalogue/catalogue.js';
import type { OpenCatalogue } from '../catalogue/open-catalogue.js';
import { joinPath, pathBelow, type NamedFolder } from './source-tree.js';
import { assertCountable, followLinks, readLinks } from './tree-links.js';

const MAX_BYTES = 256 * 1024 * 1024;
const MOST_NAMED = 20;

/** A collection's identity as a plugin: its name, its version, and its origin in words. */
export interface CollectionIdentity {
  readonly name: string;
  readonly version: string;
  readonly source: string;
}

/** A skill of a collection, under the name that it was chosen by. */
type ChosenSkill = CatalogueSkill & { readonly name: string };

/** Skills of a folder, taken one by one. */
export class SkillCollection {
  constructor(
    private readonly location: NamedFolder,
    private readonly format: PluginFormat,
    private readonly open: OpenCatalogue,
  ) {}

  /**
   * A plugin of the chosen skills; `undefined` means all that are loose. Reads only the files of these skills. A skill without files is an error
   * if it was named, and else left out.
   */
  async pluginOf(
    names: readonly string[] | undefined,
    identity: CollectionIdentity,
  ): Promise<PluginContents> {
    const chosen = this.choose(names, identity.name);
    const { origins, leftOut } = await this.originsOf(chosen, identity);
    const isThere = ({ name }: ChosenSkill): boolean => origins.has(`skills/${name}/SKILL.md`);
    const missing = chosen.filter((skill) => !isThere(skill));
    const [empty] = missing;
    if (empty !== undefined && (names !== undefined || missing.length === chosen.length))
      throw skillEmpty({ source: identity.source, skill: empty.name, folder: empty.folder });
    const there = chosen.filter(isThere);
    const files = await this.readFiles(origins, identity.source);
    const problems = there.flatMap((skill) =>
      skill.problems.map((problem) => ({ ...problem, file: problem.file ?? skill.folder })),
    );
    const warnings = [...namesakes(there), ...problems];
    const without = missing.map(({ name }) => ({ what: `skills/${name}/`, why: NO_FILES }));
    return synthesize(there, files, { identity, warnings, leftOut: [...without, ...leftOut] });
  }

  private choose(names: readonly string[] | undefined, plugin: string): readonly ChosenSkill[] {
    const { catalogue } = this.open;
    if (names === undefined) return catalogue.looseSkills;
    return names.map((name) => {
      const found = catalogue.skillsNamed(name);
      if (found.length > 1)
        throw skillAmbiguous({ plugin, skill: name, known: found.map((skill) => skill.name) });
      const [skill] = found;
      if (skill === undefined)
        throw skillUnknown({ plugin, skill: name, known: catalogue.skills.map((one) => one.name) });
      return { ...skill, name };
    });
  }

  /** The path in the plugin of each file, and where it is in the source. */
  private async originsOf(
    chosen: readonly ChosenSkill[],
    { source }: CollectionIdentity,
  ): Promise<{ origins: ReadonlyMap<string, string>; leftOut: readonly LeftOut[] }> {
    const { location, open } = this;
    const origins = new Map<string, string>();
    const leftOut: LeftOut[] = [];
    const links = await readLinks(
      location,
      chosen.flatMap(({ folder }) => open.files.of(folder)),
    );
    for (const { name, folder } of chosen) {
      const root = joinPath(location.root, folder);
      const inPlugin = (path: string): string => `skills/${name}/${pathBelow(root, path) ?? path}`;
      const { files, skipped } = followLinks(links, open.files.of(folder));
      for (const [path, origin] of files) origins.set(inPlugin(path), origin);
      assertCountable(origins, source);
      for (const [path, why] of skipped) leftOut.push({ what: inPlugin(path), why });
      for (const { what, why } of open.files.leftOut(folder))
        leftOut.push({ what: `skills/${name}/${what}`, why });
    }
    for (const [path, why] of await this.format.pathProblems([...origins.keys()])) {
      origins.delete(path);
      leftOut.push({ what: path, why });
    }
    return { origins, leftOut };
  }

  private async readFiles(
    origins: ReadonlyMap<string, string>,
    source: string,
  ): Promise<readonly LooseFile[]> {
    const read = new Map(this.open.heads.map((file) => [file.path, file] as const));
    const others = new Set([...origins.values()].filter((path) => !read.has(path)));
    for (const file of await this.location.tree.read([...others])) read.set(file.path, file);
    const files = [...origins].flatMap(([path, origin]) => {
      const file = read.get(origin);
      return file === undefined ? [] : [{ ...file, path }];
    });
    const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
    if (bytes > MAX_BYTES)
      throw sourceTooLarge({
        source,
        what: `${bytes} bytes in its skills; at most ${MAX_BYTES} are allowed`,
      });
    return files;
  }
}

const NO_FILES = 'it has no file that can be installed';

/** One warning for all skills that do not have their own names. */
function namesakes(skills: readonly ChosenSkill[]): PluginContents['warnings'] {
  const renamed = skills.filter(({ name, plain }) => name !== plain);
  if (renamed.length === 0) return [];
  const list = renamed.slice(0, MOST_NAMED).map(({ name, folder }) => `${name} (${folder})`);
  const more = renamed.length - list.length;
  const all = more > 0 ? `${list.join(', ')} and ${more} more` : list.join(', ');
  return [
    {
      message: `Several skills have the same name, so these have the name of a folder in front: ${all}.`,
    },
  ];
}

interface Synthesis extends Pick<PluginContents, 'warnings' | 'leftOut'> {
  readonly identity: CollectionIdentity;
}

function synthesize(
  skills: readonly ChosenSkill[],
  loose: readonly LooseFile[],
  { identity, warnings, leftOut }: Synthesis,
): PluginContents {
  const { name, version, source } = identity;
  const [workspace = '', plugin = ''] = name.split('/');
  const head = { name, version, description: `Skills of ${source}`, private: true };
  return {
    manifest: { ...head, workspace, plugin, hooks: undefined, nativeHooks: undefined, extra: {} },
    rules: [],
    skills: skills.map((skill) => ({
      name: skill.name,
      description: skill.description,
      path: `skills/${skill.name}`,
    })),
    subagents: [],
    toolServers: new Map(),
    files: [manifestFile(head), ...loose.map(pluginFile)].sort(by(({ path }) => path)),
    warnings,
    leftOut,
  };
}

type ManifestHead = Pick<
  PluginContents['manifest'],
  'name' | 'version' | 'description' | 'private'
>;

function manifestFile(head: ManifestHead): PluginFile {
  return {
    path: '.svc-plugin/plugin.json',
    mode: 0o644,
    content: Buffer.from(`${JSON.stringify(head, null, 2)}\n`),
  };
}

function pluginFile({ path, executable, content }: LooseFile): PluginFile {
  const isScript = content[0] === 0x23 && content[1] === 0x21;
  return { path, mode: executable || isScript ? 0o755 : 0o644, content };
}
