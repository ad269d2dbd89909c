import { usageError, type Ask, type Progress } from 'svc-registry/kernel';
import type { SourceOffer } from '../../contract/results.js';
import { commitAmbiguous, commitUnknown } from '../../contract/source-errors.js';
import type { PluginFetcher } from '../fetch/fetcher.js';
import type { RegistryClient } from '../fetch/registry-client.js';
import type { ProjectManifest } from '../project/project-manifest.js';
import { partsOfSource } from './parts-of-source.js';
import { isExact, type RequestedPlugin } from './resolve.js';
import { MOST_SELECTED } from './ask-for-parts.js';
import { linkedSkills, namesParts, type PartChoice } from './select-parts.js';
import type { PluginSource, RegistrySource } from './source.js';

export interface RequestOptions {
  readonly root: string;
  readonly manifest: ProjectManifest | undefined;
  readonly registry: Pick<RegistryClient, 'latest' | 'versions'>;
  readonly fetcher: PluginFetcher;
  readonly choice: PartChoice;
  readonly ask: Ask;
  readonly progress: Pick<Progress, 'note' | 'warn'>;
}

/** A plugin that the user named; always has its source. */
export type NamedPlugin = RequestedPlugin & Required<Pick<RequestedPlugin, 'source'>>;

/** What the sources of a command come to. */
export interface RequestedParts {
  readonly requested: readonly NamedPlugin[];
  /** What the sources have and was not taken. */
  readonly notTaken: readonly SourceOffer[];
}

/** Turns the sources that a user named into requested plugins: of a source with several parts those that are chosen. */
export async function requestedPlugins(
  sources: readonly PluginSource[],
  options: RequestOptions,
): Promise<RequestedParts> {
  if (namesParts(options.choice) && sources.length > 1) {
    throw usageError({
      what: '--skill, --only and --plugin go with one source.',
      hint: 'Install from the sources one by one.',
    });
  }
  const parts = await Promise.all(
    sources.map(async (source) =>
      source.kind === 'registry'
        ? { requested: [await ofRegistry(source, options)], notTaken: [] }
        : partsOfSource(source, options),
    ),
  );
  const requested = parts.flatMap((one) => one.requested);
  const doubled = requested.find(
    ({ name }, index) => requested.findIndex((other) => other.name === name) !== index,
  );
  if (doubled !== undefined) throw usageError({ what: `${doubled.name} is named twice.` });
  return { requested, notTaken: parts.flatMap((one) => one.notTaken) };
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
  return linked(plugin, options);
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

/** Chooses which skills of a wholly taken plugin are linked. */
export async function linked(plugin: NamedPlugin, options: RequestOptions): Promise<NamedPlugin> {
  const { choice, fetcher, ask, manifest } = options;
  const ofSkills = choice.skills.length + choice.only.length > 0;
  if (!ofSkills && choice.otherwise !== 'ask' && choice.otherwise !== 'all') return plugin;
  const { name } = plugin;
  const withSkills = (skills: readonly string[] | undefined): NamedPlugin => ({
    ...plugin,
    dependency: { ...plugin.dependency, skills },
  });
  if (!ofSkills && choice.otherwise === 'all') return withSkills(undefined);
  const { skills: known } = await fetcher.fetch(plugin);
  return withSkills(
    ofSkills
      ? linkedSkills({ name, known }, choice, manifest?.dependencies.get(name))
      : await askForSkills(name, known, ask),
  );
}

/** `undefined` means all. */
async function askForSkills(
  plugin: string,
  skills: readonly string[],
  ask: Ask,
): Promise<readonly string[] | undefined> {
  if (skills.length < 2) return undefined;
  const picked = await ask.selectMany({
    message: `Which skills of ${plugin}?`,
    flag: '--skill <name>, or --yes for all',
    options: skills.map((value) => ({ value })),
    initial: skills.length > MOST_SELECTED ? [] : skills,
    search: true,
  });
  return picked.length === skills.length ? undefined : picked;
}
