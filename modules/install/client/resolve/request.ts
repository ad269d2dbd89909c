import { usageError, type Ask } from 'svc-registry/kernel';
import { commitAmbiguous, commitUnknown, nameTaken } from '../../contract/source-errors.js';
import type { PluginFetcher } from '../fetch/fetcher.js';
import type { RegistryClient } from '../fetch/registry-client.js';
import type { ProjectManifest } from '../project/project-manifest.js';
import { isExact, type RequestedPlugin } from './resolve.js';
import { isSameRepository } from './same-repository.js';
import {
  dependencySource,
  fileSource,
  pinned,
  type DirectSource,
  type PluginSource,
  type RegistrySource,
} from './source.js';

/**
 * Which skills to take: named ones, all, those picked at the terminal, or those of svc.json. If svc.json names none, `keep` asks
 * about a collection if a person can be asked and otherwise takes all, and `list` takes none of several.
 */
export type SkillChoice = readonly string[] | 'all' | 'ask' | 'keep' | 'list';

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

/** Turns the sources that a user named into requested plugins. */
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

async function ofRegistry(source: RegistrySource, options: RequestOptions): Promise<NamedPlugin> {
  const { manifest, registry } = options;
  const { name } = source;
  const asked = await namedVersion(source, registry);
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

/**
 * The version that a source names; for a commit the highest version published from it, preferably one open to new installs.
 * Throws `commit_unknown` and `commit_ambiguous`.
 */
export async function namedVersion(
  { name, version, commit }: RegistrySource,
  registry: Pick<RegistryClient, 'versions'>,
): Promise<string | undefined> {
  if (commit === undefined) return version;
  const found = await registry.versions(name, commit);
  const commits = [...new Set(found.map((one) => String(one.commit)))];
  if (commits.length > 1) throw commitAmbiguous({ name, commit, known: commits });
  const chosen =
    found.find(({ archivedAt, moderationPassed }) => archivedAt === null && moderationPassed) ??
    found[0];
  if (chosen === undefined) throw commitUnknown({ name, commit });
  return chosen.version;
}

async function ofSource(source: DirectSource, options: RequestOptions): Promise<NamedPlugin> {
  const { manifest, root } = options;
  const text = source.kind === 'git' ? source.text : fileSource(root, source.folder);
  const fetched = await options.fetcher.choose(source, (collection) =>
    collectionSkills(collection, options),
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
  // a collection's name is derived from its source, so two sources can share it
  if (current !== undefined && !isSameOrigin(current.source, source, root))
    throw nameTaken({ name, source: text, other: current.source ?? 'the registry' });
  return { ...plugin, dependency };
}

/** Another branch or folder of one repository is the same origin. */
function isSameOrigin(current: string | undefined, source: DirectSource, root: string): boolean {
  if (current === undefined) return false;
  const known = dependencySource(current, root);
  if (known.kind === 'git' && source.kind === 'git') return isSameRepository(known, source);
  return known.kind === 'file' && source.kind === 'file' && known.folder === source.folder;
}

/** Which skills of a collection to fetch. One in svc.json keeps its selection unless the command says otherwise. */
async function collectionSkills(
  { name, skills }: { readonly name: string; readonly skills: readonly string[] },
  { skills: choice, manifest, ask }: RequestOptions,
): Promise<readonly string[] | undefined> {
  if (choice !== 'keep' && choice !== 'list') return chosenSkills(name, skills, { choice, ask });
  const current = manifest?.dependencies.get(name);
  if (current !== undefined || skills.length === 1) return current?.skills;
  if (choice === 'list') return [];
  return ask.interactive ? chosenSkills(name, skills, { choice: 'ask', ask }) : undefined;
}

/** Chooses which skills of a wholly taken plugin are linked. */
async function withSkills(plugin: NamedPlugin, options: RequestOptions): Promise<NamedPlugin> {
  const { skills: choice, fetcher, ask } = options;
  if (choice === 'keep' || choice === 'list') return plugin;
  const known = choice === 'ask' ? (await fetcher.fetch(plugin)).skills : [];
  const skills = await chosenSkills(plugin.name, known, { choice, ask });
  return { ...plugin, dependency: { ...plugin.dependency, skills } };
}

/** `undefined` means all. */
async function chosenSkills(
  plugin: string,
  skills: readonly string[],
  { choice, ask }: { choice: readonly string[] | 'all' | 'ask'; ask: Ask },
): Promise<readonly string[] | undefined> {
  if (typeof choice !== 'string') return choice;
  if (choice === 'all' || skills.length < 2) return undefined;
  const picked = await ask.selectMany({
    message: `Which skills of ${plugin}?`,
    flag: '--skill <name>, or --yes for all',
    options: skills.map((value) => ({ value })),
    initial: skills,
  });
  return picked.length === skills.length ? undefined : picked;
}
