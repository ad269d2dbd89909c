import { usageError, type Ask } from 'svc-registry/kernel';
import type { Dependency, ProjectManifest } from '../project/project-manifest.js';
import type { PluginFetcher } from '../sources/plugin-fetcher.js';
import { versionAtCommit } from '../sources/commit-version.js';
import { placeOf, type PluginSource } from '../sources/plugin-source.js';
import type { RegistryClient } from '../sources/registry-client.js';
import type { Wish } from './desired-plugins.js';
import { ofSource, pickSkills } from './source-wishes.js';

/**
 * Which skills to take: those named, all, what the person at the terminal picks, or those of svc.json. Where svc.json names none, `keep` asks
 * for those of a collection if there is somebody to ask and else takes all, `list` takes none of several.
 */
export type SkillChoice = readonly string[] | 'all' | 'ask' | 'keep' | 'list';

export interface WishPlan {
  readonly root: string;
  readonly manifest: ProjectManifest | undefined;
  readonly registry: Pick<RegistryClient, 'latest' | 'versions'>;
  readonly fetcher: PluginFetcher;
  readonly skills: SkillChoice;
  readonly ask: Ask;
}

/** Turns what a person named into entries of svc.json. */
export async function wishesOf(sources: readonly PluginSource[], plan: WishPlan): Promise<readonly Wish[]> {
  if (Array.isArray(plan.skills) && sources.length > 1) {
    throw usageError({ what: '--skill goes with one plugin.', hint: 'Install the plugins one by one.' });
  }
  const wishes = await Promise.all(
    sources.map((source) => (source.kind === 'registry' ? ofRegistry(source, plan) : ofSource(source, plan))),
  );
  const doubled = wishes.find(({ name }, index) => wishes.findIndex((wish) => wish.name === name) !== index);
  if (doubled !== undefined) throw usageError({ what: `${doubled.name} is named twice.` });
  return Promise.all(wishes.map((wish) => withSkills(wish, plan)));
}

async function ofRegistry(source: PluginSource & { kind: 'registry' }, { manifest, registry }: WishPlan): Promise<Wish> {
  const { name, commit } = source;
  const version = commit === undefined ? source.version : await versionAtCommit(registry, { name, commit });
  const current = manifest?.dependencies.get(name);
  const floating = version === 'latest' || (version === undefined && current?.version === 'latest');
  const named = version !== undefined && version !== 'latest';
  const exact = named ? version : (await registry.latest(name)).version;
  return { name, version: exact, named, dependency: { version: floating ? 'latest' : exact, source: undefined, skills: current?.skills } };
}

async function withSkills(wish: Wish, plan: WishPlan): Promise<Wish> {
  if (wish.offered !== undefined || plan.skills === 'keep' || plan.skills === 'list') return wish;
  const skills = await chosenSkills(wish, plan);
  return { ...wish, dependency: { ...wish.dependency, skills } satisfies Dependency };
}

async function chosenSkills(wish: Wish, plan: WishPlan): Promise<readonly string[] | undefined> {
  if (plan.skills === 'all') return undefined;
  return Array.isArray(plan.skills) ? plan.skills : pickSkills(wish.name, await skillsOf(wish, plan), plan.ask);
}

/** Names of the skills of what is wished for. */
export async function skillsOf(
  { name, version, offered, dependency, commit, ref }: Wish,
  { root, fetcher }: Pick<WishPlan, 'root' | 'fetcher'>,
): Promise<readonly string[]> {
  if (offered !== undefined) return offered;
  const { contents } =
    version === undefined
      ? await fetcher.fromSource(placeOf(String(dependency.source), root, { commit, ref }), dependency.skills)
      : await fetcher.fromRegistry(name, version);
  return contents.skills.map((skill) => skill.name);
}
