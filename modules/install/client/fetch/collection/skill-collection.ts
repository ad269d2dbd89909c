import { posix } from 'node:path';
import { by } from '../../../../../toolbox/by.js';
import type {
  LooseFile,
  PluginContents,
  PluginFile,
  PluginFormat,
  SkillCard,
} from '../../../../registry/contract/plugin-format.js';
import { skillsClash, sourceTooLarge } from '../../../contract/source-errors.js';
import { skillUnknown } from '../../../contract/errors.js';
import { copyRank, findSkills, type FoundSkills } from './find-skills.js';
import { skillNameFrom } from './plugin-names.js';
import { joinPath, pathBelow, type TreeFolder } from './source-tree.js';
import { assertCountable, followLinks, readLinks } from './tree-links.js';

const MAX_BYTES = 256 * 1024 * 1024;

/** A skill of a collection. */
interface CollectedSkill {
  /** A valid name, made from the skill's own or its folder's. */
  readonly name: string;
  readonly description: string;
  /** Relative to the collection's root; `''` is the root itself. */
  readonly folder: string;
  readonly problems: SkillCard['problems'];
}

/** A collection's identity as a plugin: its name, its version, and its origin in words. */
export interface CollectionIdentity {
  readonly name: string;
  readonly version: string;
  readonly source: string;
}

/** Skills of a repository or folder that has no plugin manifest. */
export class SkillCollection {
  /** Skill folder → the paths of the skill's files. */
  private readonly files: ReadonlyMap<string, readonly string[]>;

  private constructor(
    private readonly location: TreeFolder & { readonly source: string },
    private readonly format: PluginFormat,
    readonly found: FoundSkills,
    /** Files already read while finding the skills; they are not read again. */
    private readonly heads: readonly LooseFile[],
    /** Sorted by name. */
    readonly skills: readonly CollectedSkill[],
  ) {
    this.files = filesByFolder(location, [...found.offered, ...found.hidden]);
  }

  /** Finds the skills below a folder and reads what their `SKILL.md` files say. `source` names the location in errors. */
  static async open(
    location: TreeFolder & { readonly source: string },
    format: PluginFormat,
  ): Promise<SkillCollection> {
    const found = findSkills(location);
    const paths = found.offered.map((folder) =>
      joinPath(location.root, joinPath(folder, 'SKILL.md')),
    );
    const files = await location.tree.read(paths);
    const cards = await format.readSkillCards(files);
    const skills = cards.flatMap((card, index) => {
      const folder = found.offered[index] ?? '';
      return card.internal ? [] : [skillOf(card, folder, location)];
    });
    return new SkillCollection(location, format, found, files, withoutCopies(skills));
  }

  /** A plugin of the chosen skills; `undefined` means all. Reads only the files of these skills. */
  async pluginOf(
    names: readonly string[] | undefined,
    identity: CollectionIdentity,
  ): Promise<PluginContents> {
    const chosen = this.choose(names, identity.name);
    const origins = new Map<string, string>();
    const warnings: { message: string; file: string }[] = [];
    const filesOf = ({ folder }: CollectedSkill): readonly string[] => this.files.get(folder) ?? [];
    const links = await readLinks(this.location, chosen.flatMap(filesOf));
    for (const skill of chosen) {
      const { files, skipped } = followLinks(links, filesOf(skill));
      const root = joinPath(this.location.root, skill.folder);
      for (const [path, origin] of files)
        origins.set(`skills/${skill.name}/${pathBelow(root, path) ?? path}`, origin);
      assertCountable(origins, identity.source);
      for (const [file, why] of skipped) warnings.push({ file, message: `Left out: ${why}.` });
    }
    for (const [path, why] of await this.format.pathProblems([...origins.keys()])) {
      origins.delete(path);
      warnings.push({ file: path, message: `Left out: ${why}.` });
    }
    const files = await this.readFiles(origins, identity.source);
    const problems = chosen.flatMap((skill) =>
      skill.problems.map((problem) => ({ ...problem, file: problem.file ?? skill.folder })),
    );
    return synthesize(chosen, files, { identity, warnings: [...problems, ...warnings] });
  }

  private choose(names: readonly string[] | undefined, plugin: string): readonly CollectedSkill[] {
    const known = [...new Set(this.skills.map(({ name }) => name))];
    const wanted = names ?? known;
    const [unknown] = wanted.filter((name) => !known.includes(name));
    if (unknown !== undefined) throw skillUnknown({ plugin, skill: unknown, known });
    return wanted.flatMap((name) => {
      const namesakes = this.skills.filter((skill) => skill.name === name);
      if (namesakes.length === 1) return namesakes;
      const folders = namesakes.map(({ folder }) => folder);
      throw skillsClash({ source: this.location.source, skill: name, folders });
    });
  }

  private async readFiles(
    origins: ReadonlyMap<string, string>,
    source: string,
  ): Promise<readonly LooseFile[]> {
    const read = new Map(this.heads.map((file) => [file.path, file] as const));
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

/** Folders of version control and packages never belong to a skill. */
const NOT_OURS = /(?:^|\/)(?:node_modules|\.git[^/]*)(?:\/|$)/;

/** A file belongs to the innermost folder around it that has a skill; hidden ones do not belong to the root's skill. */
function filesByFolder(
  { tree, root }: TreeFolder,
  folders: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>(folders.map((folder) => [folder, []]));
  for (const path of tree.entries.keys()) {
    const inner = pathBelow(root, path);
    if (inner === undefined || NOT_OURS.test(inner)) continue;
    let folder = posix.dirname(inner);
    while (folder !== '.' && !files.has(folder)) folder = posix.dirname(folder);
    if (folder !== '.') files.get(folder)?.push(path);
    else if (!inner.startsWith('.')) files.get('')?.push(path);
  }
  return files;
}

function skillOf(
  { name, description, problems }: SkillCard,
  folder: string,
  { root, source }: TreeFolder & { source: string },
): CollectedSkill {
  const own = posix.basename(folder) || posix.basename(root) || posix.basename(source);
  return {
    name: skillNameFrom(name ?? '') || skillNameFrom(own) || 'skill',
    description: description ?? '',
    folder,
    problems,
  };
}

/** Authors keep copies of their skills where agents look for them; the original counts. */
function withoutCopies(skills: readonly CollectedSkill[]): readonly CollectedSkill[] {
  const best = new Map<string, number>();
  for (const { name, folder } of skills)
    best.set(name, Math.min(best.get(name) ?? Infinity, copyRank(folder)));
  return skills
    .filter(({ name, folder }) => copyRank(folder) === best.get(name))
    .sort(by(({ name }) => name));
}

interface Synthesis {
  readonly identity: CollectionIdentity;
  readonly warnings: PluginContents['warnings'];
}

function synthesize(
  skills: readonly CollectedSkill[],
  loose: readonly LooseFile[],
  { identity, warnings }: Synthesis,
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
    leftOut: [],
  };
}

/** The same skills under another version: only the manifest differs. */
export function filesAsOf(
  version: string,
  { manifest, files }: PluginContents,
): readonly PluginFile[] {
  const { name, description, private: isPrivate } = manifest;
  const own = manifestFile({ name, version, description, private: isPrivate });
  return files.map((file) => (file.path === own.path ? own : file));
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
