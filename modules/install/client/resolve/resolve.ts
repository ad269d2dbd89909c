import { usageError, type Ask } from 'svc-registry/kernel';
import { nameTaken } from '../../contract/source-errors.js';
import type { PluginFetcher } from '../fetch/fetcher.js';
import type { RegistryClient } from '../fetch/registry-client.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { Dependency, ProjectManifest } from '../project/project-manifest.js';
import type { ProjectState } from '../project/project-state.js';
import { versionAtCommit } from './commit-version.js';
import { chooserOf, pickSkills, type SkillChoice } from './skill-choice.js';
import {
  dependencySource,
  fileSource,
  pinned,
  type DirectSource,
  type ExactSource,
  type FolderSource,
  type PluginSource,
  type RegistrySource,
} from './source.js';

/** A plugin that a command requests, in addition to those of svc.json or replacing one. */
export interface RequestedPlugin {
  readonly name: string;
  /** The dependency to write to svc.json. */
  readonly dependency: Dependency;
  /** The exact source to take as it is now; left out: the one in svc.json and the lock. */
  readonly source?: ExactSource;
  /** A person named exactly this version or this folder. */
  readonly named?: boolean;
}

/** A plugin as it should be installed. */
export interface ResolvedPlugin {
  readonly name: string;
  readonly dependency: Dependency;
  readonly source: ExactSource;
  /** The lock's entry under this name, for any version. */
  readonly before: LockedPlugin | undefined;
  /** The lock's entry if it describes exactly this source: other content is refused. */
  readonly locked: LockedPlugin | undefined;
  /** The user or svc.json names exactly this version. */
  readonly named: boolean;
}

interface RequestOptions {
  readonly root: string;
  readonly manifest: ProjectManifest | undefined;
  readonly registry: Pick<RegistryClient, 'latest' | 'versions'>;
  readonly fetcher: PluginFetcher;
  readonly skills: SkillChoice;
  readonly ask: Ask;
}

/** A plugin that the user named; always has its source. */
export type NamedPlugin = RequestedPlugin & Required<Pick<RequestedPlugin, 'source'>>;

/** Turns the user's arguments into entries of svc.json. */
export async function requestedPlugins(
  sources: readonly PluginSource[],
  options: RequestOptions,
): Promise<readonly NamedPlugin[]> {
  if (typeof options.skills !== 'string' && sources.length > 1) {
    throw usageError({
      what: '--skill goes with one plugin.',
      hint: 'Install the plugins one by one.',
    });
  }
  const requested = await Promise.all(
    sources.map((source) =>
      source.kind === 'registry' ? ofRegistry(source, options) : ofSource(source, options),
    ),
  );
  const doubled = requested.find(
    ({ name }, index) => requested.findIndex((other) => other.name === name) !== index,
  );
  if (doubled !== undefined) throw usageError({ what: `${doubled.name} is named twice.` });
  return requested;
}

async function ofRegistry(
  { name, version: said, commit }: RegistrySource,
  options: RequestOptions,
): Promise<NamedPlugin> {
  const { manifest, registry } = options;
  const asked = commit === undefined ? said : await versionAtCommit(registry, { name, commit });
  const current = manifest?.dependencies.get(name);
  const floating = asked === 'latest' || (asked === undefined && current?.version === 'latest');
  const named = isExact(asked);
  const version = named ? asked : (await registry.latest(name)).version;
  const plugin = {
    name,
    named,
    source: { kind: 'registry', name, version } as const,
    dependency: {
      version: floating ? 'latest' : version,
      source: undefined,
      skills: current?.skills,
    },
  };
  return withSkills(plugin, options);
}

async function ofSource(source: DirectSource, options: RequestOptions): Promise<NamedPlugin> {
  const { manifest, root } = options;
  const text = source.kind === 'git' ? source.text : fileSource(root, source.folder);
  const fetched = await options.fetcher.choose(
    source,
    chooserOf(options.skills, manifest, options.ask),
  );
  const { name, taken } = fetched;
  const current = manifest?.dependencies.get(name);
  const plugin = { name, named: true, source: pinned(source, fetched) };
  const dependency = {
    version: undefined,
    source: text,
    skills: taken === 'all' ? undefined : (taken ?? current?.skills),
  };
  if (taken === undefined) return withSkills({ ...plugin, dependency }, options);
  assertFree({ name, source, text }, current, root);
  return { ...plugin, dependency };
}

/** A collection's name is derived, so two places can share it. Another branch or folder of one repository is not another place. */
function assertFree(
  { name, source, text }: { name: string; source: DirectSource; text: string },
  current: Dependency | undefined,
  root: string,
): void {
  if (current === undefined) return;
  if (current.source === undefined || !isSame(dependencySource(current.source, root), source))
    throw nameTaken({ name, source: text, other: current.source ?? 'the registry' });
}

function isSame(a: DirectSource, b: DirectSource): boolean {
  if (a.kind === 'git' && b.kind === 'git')
    return a.host === b.host && a.repository === b.repository;
  return a.kind === 'file' && b.kind === 'file' && a.folder === b.folder;
}

/** Chooses which skills of a wholly taken plugin are linked. */
async function withSkills(plugin: NamedPlugin, options: RequestOptions): Promise<NamedPlugin> {
  const { skills: choice, fetcher, ask } = options;
  if (choice === 'keep' || choice === 'list') return plugin;
  const skills =
    choice === 'all'
      ? undefined
      : choice === 'ask'
        ? await pickSkills(plugin.name, (await fetcher.fetch(plugin)).skills, ask)
        : choice;
  return { ...plugin, dependency: { ...plugin.dependency, skills } };
}

/** Replaces the version in svc.json by another of the registry; `latest` stays `latest`. */
export function ofVersion(name: string, dependency: Dependency, version: string): RequestedPlugin {
  return {
    name,
    source: { kind: 'registry', name, version },
    dependency: dependency.version === 'latest' ? dependency : { ...dependency, version },
  };
}

/** The plugins of the folders that svc.json names, as they are now. */
export function localPlugins(
  { manifest }: ProjectState,
  root: string,
): readonly (RequestedPlugin & { readonly source: FolderSource })[] {
  return [...(manifest?.dependencies ?? [])].flatMap(([name, dependency]) => {
    if (dependency.source?.startsWith('file:') !== true) return [];
    const source = dependencySource(dependency.source, root);
    return source.kind === 'file' ? [{ name, dependency, source }] : [];
  });
}

/** Resolves exact versions and folders. Asks the registry only if neither svc.json, the lock nor the request names a version. */
export class Resolver {
  private readonly latest = new Map<string, Promise<string>>();

  constructor(
    private readonly root: string,
    private readonly registry: Pick<RegistryClient, 'latest'>,
  ) {}

  resolve(
    { manifest, lock }: ProjectState,
    requested: readonly RequestedPlugin[],
    removed: readonly string[],
  ): Promise<readonly ResolvedPlugin[]> {
    const plugins = new Map<string, RequestedPlugin>();
    for (const [name, dependency] of manifest?.dependencies ?? [])
      plugins.set(name, { name, dependency, named: isExact(dependency.version) });
    for (const plugin of requested) plugins.set(plugin.name, plugin);
    for (const name of removed) plugins.delete(name);
    return Promise.all(
      [...plugins.values()].map((plugin) => this.one(plugin, lock.plugins.get(plugin.name))),
    );
  }

  private async one(
    requested: RequestedPlugin,
    before: LockedPlugin | undefined,
  ): Promise<ResolvedPlugin> {
    const { name, dependency, named = false } = requested;
    const source = requested.source ?? (await this.sourceOf(name, dependency, before));
    const isLocked =
      source.kind === 'registry'
        ? before?.source === 'registry' && before.version === source.version
        : requested.source === undefined &&
          before !== undefined &&
          before.source === dependency.source &&
          isSelected(before, dependency.skills);
    return { name, dependency, source, before, locked: isLocked ? before : undefined, named };
  }

  /** An exact version in svc.json was chosen by a person and wins; otherwise the lock counts. */
  private async sourceOf(
    name: string,
    { source, version }: Dependency,
    before: LockedPlugin | undefined,
  ): Promise<ExactSource> {
    if (source !== undefined) {
      const known = before?.source === source ? before : {};
      return pinned(dependencySource(source, this.root), known);
    }
    if (isExact(version)) return { kind: 'registry', name, version };
    const locked = before?.source === 'registry' ? before.version : undefined;
    return { kind: 'registry', name, version: locked ?? (await this.latestOf(name)) };
  }

  private latestOf(name: string): Promise<string> {
    const version =
      this.latest.get(name) ?? this.registry.latest(name).then((found) => found.version);
    this.latest.set(name, version);
    return version;
  }
}

/** Whether this is an actual version and not a word such as `latest`. */
function isExact(version: string | undefined): version is string {
  return version !== undefined && version !== 'latest';
}

/** Only a collection's chosen skills are installed: for another choice the lock does not describe the content. */
function isSelected({ taken }: LockedPlugin, skills: readonly string[] | undefined): boolean {
  if (taken === undefined) return true;
  return (
    JSON.stringify(taken === 'all' ? null : [...taken].sort()) ===
    JSON.stringify(skills === undefined ? null : [...skills].sort())
  );
}
