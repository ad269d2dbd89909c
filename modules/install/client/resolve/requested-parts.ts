import type { Ask, Progress } from 'svc-registry/kernel';
import type { SourceOffer } from '../../contract/results.js';
import type { PluginFetcher } from '../fetch/fetcher.js';
import type { RegistryClient } from '../fetch/registry-client.js';
import type { ProjectManifest } from '../project/project-manifest.js';
import { MOST_SELECTED } from './ask-for-parts.js';
import type { RequestedPlugin } from './resolve.js';
import { linkedSkills, type PartChoice } from './select-parts.js';

/** What a command's sources are turned into plugins with. */
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
