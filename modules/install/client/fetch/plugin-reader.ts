import { join } from 'node:path';
import { by } from '../../../../toolbox/by.js';
import type {
  LeftOut,
  LooseFile,
  PluginContents,
  PluginFolders,
} from '../../../registry/contract/plugin-format.js';
import type { CataloguePlugin } from './catalogue/catalogue.js';
import { nothingIn } from './catalogue/nothing-in.js';
import { readManifestCard } from './catalogue/manifest-card.js';
import { openCatalogue, type OpenCatalogue } from './catalogue/open-catalogue.js';
import {
  ALL_MANIFESTS,
  findManifests,
  findSkills,
  MANIFESTS,
  pathsIn,
} from './collection/find-skills.js';
import { nameOfNested } from './collection/plugin-names.js';
import { SkillCollection } from './collection/skill-collection.js';
import { joinPath, pathBelow, type NamedFolder } from './collection/source-tree.js';
import { followLinks, readLinks } from './collection/tree-links.js';
import { withheldBy } from './collection/withheld.js';
import { wholePlugin } from './fetcher.js';
import { namedFolder } from '../resolve/nested-source.js';
import type { Location } from './location.js';
import type { EntryToRead, SourcePlugin } from './source-reader.js';

/** Reads the plugins and skills of one location. */
export class PluginReader {
  constructor(
    private readonly format: PluginFolders,
    private readonly location: Location,
  ) {}

  open(): Promise<OpenCatalogue> {
    return openCatalogue(this.location, this.format);
  }

  /** The manifest of the folder itself. */
  get manifest(): string | undefined {
    return manifestOf(this.location);
  }

  /** The plugin that the folder itself is. `name` is what svc.json calls it: derived names give way to it. */
  rootPlugin(manifest: string, name?: string): Promise<SourcePlugin> {
    return this.plugin({ folder: '', manifest }, name);
  }

  /** What an entry of a marketplace lists: a plugin of ours, or what the entry says, completed by another vendor's manifest. */
  async entry(manifest: string | undefined, { name, fields }: EntryToRead): Promise<SourcePlugin> {
    if (manifest !== undefined && MANIFESTS.includes(manifest))
      return this.ofLocation(wholePlugin(await this.ownPlugin('')));
    const { version, source } = this.location;
    const { files, leftOut } = await this.filesOf('');
    const { contents } = await this.format.readVendorFiles({
      files,
      name,
      version,
      source,
      entry: fields,
    });
    return this.ofLocation({ ...wholePlugin(withLeftOut(contents, leftOut)), entry: fields });
  }

  async plugin(
    { folder, manifest }: Pick<CataloguePlugin, 'folder' | 'manifest'>,
    name?: string,
  ): Promise<SourcePlugin> {
    const contents = MANIFESTS.includes(manifest)
      ? await this.ownPlugin(folder)
      : await this.vendorPlugin({ folder, manifest }, name);
    return this.ofLocation(wholePlugin(contents));
  }

  async collection(
    open: OpenCatalogue,
    skills: readonly string[] | undefined,
  ): Promise<SourcePlugin> {
    const { location } = this;
    const { catalogue } = open;
    if (catalogue.skills.length === 0 || (skills ?? catalogue.looseSkills).length === 0)
      throw nothingIn(catalogue);
    const { name, version, words } = location;
    const collection = new SkillCollection(location, this.format, open);
    return this.ofLocation({
      contents: await collection.pluginOf(skills, { name, version, source: words }),
      taken: skills ?? 'all',
      skills: catalogue.skills.map((skill) => skill.name),
    });
  }

  /** A folder of this machine is read as it would be packed. */
  private async ownPlugin(folder: string): Promise<PluginContents> {
    const { direct, source } = this.location;
    if (direct.kind === 'file') return this.format.readFolder(join(namedFolder(direct), folder));
    const { files, leftOut } = await this.filesOf(folder);
    return withLeftOut(await this.format.readFiles(files, joinPath(source, folder)), leftOut);
  }

  private async vendorPlugin(
    { folder, manifest }: Pick<CataloguePlugin, 'folder' | 'manifest'>,
    name: string | undefined,
  ): Promise<PluginContents> {
    const { version, source } = this.location;
    const { files, leftOut } = await this.filesOf(folder);
    const { contents } = await this.format.readVendorFiles({
      files,
      name: this.vendorName({ folder, manifest, files }, name),
      version,
      source: joinPath(source, folder),
      looseSkills: folder === '' ? this.looseSkills() : [],
    });
    return withLeftOut(contents, leftOut);
  }

  /** Skills of the repository that are in no other plugin of it, and that nothing withholds. */
  private looseSkills(): readonly string[] {
    const paths = pathsIn(this.location);
    const folders = findManifests(paths).map((plugin) => plugin.folder);
    const isLoose = (skill: string): boolean =>
      skill !== '' && !folders.some((plugin) => plugin !== '' && isWithin(plugin, skill));
    return findSkills(paths, new Set(folders)).filter(
      (skill) => isLoose(skill) && withheldBy(skill) === undefined,
    );
  }

  private vendorName(
    { folder, manifest, files }: { folder: string; manifest: string; files: readonly LooseFile[] },
    name: string | undefined,
  ): string {
    const { whole, root } = this.location;
    const path = joinPath(root, folder);
    if (name !== undefined && isDerived(name, whole)) return name;
    if (path === '') return whole;
    const head = files.find((file) => file.path === manifest);
    const card = head && readManifestCard(manifest, head);
    const own = typeof card === 'object' ? card.name : undefined;
    return nameOfNested(whole, own ?? path.split('/').at(-1) ?? '');
  }

  private filesOf(folder: string): Promise<FolderFiles> {
    const { tree, root, source } = this.location;
    return filesBelow({ tree, source, root: joinPath(root, folder) });
  }

  private ofLocation(plugin: SourcePlugin): SourcePlugin {
    const { commit, ref, from } = this.location;
    const exact = from === undefined ? plugin : { ...plugin, from };
    return commit === undefined ? exact : { ...exact, commit, ref };
  }
}

/** The manifest that makes a folder a plugin; of several the one that counts. */
export const manifestOf = ({ tree, root }: NamedFolder): string | undefined =>
  ALL_MANIFESTS.find((manifest) => tree.entries.get(joinPath(root, manifest))?.kind === 'file');

interface FolderFiles {
  /** With their paths inside the folder. */
  readonly files: readonly LooseFile[];
  readonly leftOut: readonly LeftOut[];
}

/** All files of a plugin's folder. */
export async function filesBelow({ tree, root, source }: NamedFolder): Promise<FolderFiles> {
  const inner = (path: string): string => pathBelow(root, path) ?? path;
  const paths = [...tree.entries.keys()].filter((path) => pathBelow(root, path) !== undefined);
  const { files, skipped } = followLinks(await readLinks({ tree, source }, paths), paths);
  const read = new Map(
    (await tree.read([...new Set(files.values())])).map((file) => [file.path, file] as const),
  );
  return {
    files: [...files].flatMap(([path, origin]) => {
      const file = read.get(origin);
      return file === undefined ? [] : [{ ...file, path: inner(path) }];
    }),
    leftOut: [...skipped].map(([path, why]) => ({ what: inner(path), why })),
  };
}

const isWithin = (outer: string, folder: string): boolean =>
  folder === outer || pathBelow(outer, folder) !== undefined;

function withLeftOut(contents: PluginContents, more: readonly LeftOut[]): PluginContents {
  if (more.length === 0) return contents;
  return { ...contents, leftOut: [...contents.leftOut, ...more].sort(by(({ what }) => what)) };
}

/** Whether a name could be derived for something in a source: namesakes have more in it than the source tells. */
function isDerived(name: string, whole: string): boolean {
  const [workspace = ''] = name.split('/');
  if (workspace.startsWith('local')) return whole.startsWith('local/');
  return [whole.split('/')[0], whole.replace('/', '-')].includes(workspace);
}
