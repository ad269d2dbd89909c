import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  cancelled,
  isSvcError,
  type Context,
  type HostInfo,
  type SvcError,
} from 'svc-registry/kernel';
import type { PluginContents, PluginFolders } from '../../../registry/contract/plugin-format.js';
import { repositoryUnreachable } from '../../contract/source-errors.js';
import type { Dependency } from '../project/project-manifest.js';
import type { GitSource } from '../resolve/git-source.js';
import { namedFolder } from '../resolve/nested-source.js';
import type { DirectSource, EntrySource, FolderSource, KnownEntry } from '../resolve/source.js';
import type { Catalogue, CataloguePlugin } from './catalogue/catalogue.js';
import { measure, type Sizes } from './catalogue/measure.js';
import type { OpenCatalogue } from './catalogue/open-catalogue.js';
import { withUnlisted } from './catalogue/unlisted-skills.js';
import { MANIFESTS } from './collection/find-skills.js';
import { wholePlugin } from './fetcher.js';
import type { GitRepositories } from './git/git-repository.js';
import { findRemoteCommit, type RemoteCommit } from './git/remote-commit.js';
import { folderLocation, isFolder, repositoryLocation, type Location } from './location.js';
import { PluginReader } from './plugin-reader.js';
import { chosenFolders, prefetch, siblingFolders } from './prefetch.js';

/** Something to take of a source: a plugin, whole, or skills. */
export type Selection =
  | { readonly plugin: CataloguePlugin; readonly name?: string | undefined }
  /** `undefined` means all loose skills. */
  | { readonly skills: readonly string[] | undefined };

/** Says what to take of what a source offers. */
export type Chooser = (catalogue: Catalogue) => Promise<readonly Selection[]>;

/** A plugin as read from a folder or a repository. */
export interface SourcePlugin {
  readonly contents: PluginContents;
  /** Which skills of a collection were taken; `undefined` for a plugin with a manifest, which is always taken whole. */
  readonly taken: 'all' | readonly string[] | undefined;
  /** Names of all its skills, including those that were not taken. */
  readonly skills: readonly string[];
  /** The full hash; only for git. */
  readonly commit?: string;
  readonly ref?: string | undefined;
  /** The exact source, where it differs from the one that was asked for. */
  readonly from?: string | undefined;
  /** The fields of a marketplace's entry from which its contents follow. */
  readonly entry?: Readonly<Record<string, unknown>>;
}

/** An entry of a marketplace: the name that follows from it, and its fields. */
export interface EntryToRead {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ReaderContext extends Pick<Context, 'env' | 'signal'> {
  readonly fetch: HostInfo['fetch'];
  readonly repositories: GitRepositories;
}

/** A selection as it was read, with the source that alone leads to it; or why it cannot be read. */
export interface Reading<P = SourcePlugin> {
  readonly selection: Selection;
  readonly source: DirectSource | EntrySource;
  readonly outcome: P | SvcError;
}

/** What a source offers, and what was chosen of it. */
export interface Looked<P = SourcePlugin> {
  readonly catalogue: Catalogue;
  readonly readings: readonly Reading<P>[];
  readonly sizes: Sizes;
  /** The commit that was looked at; only for git. */
  readonly pin: { readonly commit?: string; readonly ref?: string | undefined };
  /** Entries of its marketplace that were chosen: each is read from where it is. */
  readonly entries: readonly EntrySelection[];
}

export type EntrySelection = Extract<Selection, { readonly plugin: unknown }> & {
  readonly plugin: { readonly entry: string };
};

/** What to read of a source. */
export interface Requested<S = DirectSource> {
  readonly source: S;
  /** Of a collection the skills to take. */
  readonly dependency?: Pick<Dependency, 'skills'> | undefined;
  /** Its name in svc.json: a name that is derived gives way to it. */
  readonly name?: string | undefined;
  /** What an entry of a marketplace says about it. */
  readonly entry?: EntryToRead | undefined;
  /** Sources that will be read too: the files of plugins of one repository are fetched together. */
  readonly siblings?: readonly GitSource[];
}

/** Reads plugins and collections of skills from folders and git hosts. */
export class SourceReader {
  constructor(
    private readonly format: PluginFolders,
    private readonly context: ReaderContext,
  ) {}

  /** Reads what a dependency names. */
  async read({ source, dependency, name, entry, siblings }: Requested): Promise<SourcePlugin> {
    const own = source.kind === 'file' ? await this.ownFolder(source) : undefined;
    if (own !== undefined) return own;
    return this.within(source, async (location) => {
      await prefetch(location.tree, siblingFolders(location, siblings));
      const reader = new PluginReader(this.format, location);
      const { manifest } = reader;
      if (entry !== undefined) return reader.entry(manifest, entry);
      return manifest === undefined
        ? reader.collection(await reader.open(), dependency?.skills)
        : reader.rootPlugin(manifest, name);
    });
  }

  /**
   * Shows what a source offers, and reads all that is chosen of it, in one session with its host. Sizes have bytes only if `bytes` says so: they
   * need every file.
   */
  look(source: DirectSource, choose: Chooser, { bytes = false } = {}): Promise<Looked> {
    return this.within(source, async (location) => {
      const reader = new PluginReader(this.format, location);
      const open = await reader.open();
      const chosen = await choose(open.catalogue);
      await prefetch(location.tree, chosenFolders(location, chosen));
      const readings: Reading[] = [];
      for (const selection of chosen.filter((one) => !isEntry(one)))
        readings.push(await this.reading(selection, { location, reader, open }));
      const whole = await withUnlisted(open, readings, { location, format: this.format });
      const sizes = await measure(location, whole, { bytes });
      const { commit, ref } = location;
      const pin = commit === undefined ? {} : { commit, ref };
      const entries = chosen.filter(isEntry);
      return { catalogue: whole.catalogue, readings, sizes, pin, entries };
    });
  }

  /** Where the entry of a marketplace is now. */
  async findEntry({ marketplace, plugin }: EntrySource): Promise<KnownEntry> {
    const { findEntry } = await import('./marketplace/find-entry.js');
    return this.within(marketplace, (location) =>
      findEntry({ ...location, direct: marketplace }, plugin),
    );
  }

  /** The commit that a source refers to today. */
  newest(source: GitSource): Promise<RemoteCommit> {
    return this.context.repositories.with(source, findRemoteCommit);
  }

  private async reading(selection: Selection, parts: Parts): Promise<Reading> {
    const { location, reader, open } = parts;
    const isPlugin = 'plugin' in selection;
    const source = isPlugin ? selection.plugin.source : location.direct;
    try {
      const outcome = isPlugin
        ? await reader.plugin(selection.plugin, selection.name ?? selection.plugin.name)
        : await reader.collection(open, selection.skills);
      return { selection, source, outcome };
    } catch (error) {
      // one bad part does not keep the others from being installed; a repository that changes meanwhile does, or half of it would be
      const isBad = isSvcError(error) && !cancelled.is(error) && !repositoryUnreachable.is(error);
      if (!isBad) throw error;
      return { selection, source, outcome: error };
    }
  }

  /** A plugin of ours in a folder is read as it would be packed; for a missing folder the same reader reports the error. */
  private async ownFolder(source: FolderSource): Promise<SourcePlugin | undefined> {
    const folder = namedFolder(source);
    const isPlugin = MANIFESTS.some((manifest) => existsSync(join(folder, manifest)));
    if (!isPlugin && (await isFolder(folder))) return undefined;
    return wholePlugin(await this.format.readFolder(folder));
  }

  private async within<T>(
    source: DirectSource,
    work: (location: Location) => Promise<T>,
  ): Promise<T> {
    if (source.kind === 'git')
      return this.context.repositories.with(source, async (git) =>
        work(await repositoryLocation(git)),
      );
    if (source.kind !== 'file') {
      const { locationOfPackage } = await import('./package-location.js');
      return work(await locationOfPackage(source, this.context));
    }
    if (!(await isFolder(namedFolder(source)))) await this.ownFolder(source);
    return work(await folderLocation(source));
  }
}

interface Parts {
  readonly location: Location;
  readonly reader: PluginReader;
  readonly open: OpenCatalogue;
}

const isEntry = (selection: Selection): selection is EntrySelection =>
  'plugin' in selection && selection.plugin.entry !== undefined;
