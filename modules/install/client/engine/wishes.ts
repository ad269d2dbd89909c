import { resolve } from 'node:path';
import { usageError, type Ask } from 'svc-registry/kernel';
import type { Dependency, ProjectManifest } from '../project/project-manifest.js';
import type { PluginFetcher } from '../sources/plugin-fetcher.js';
import { fileSource, type PluginSource } from '../sources/plugin-source.js';
import type { RegistryClient } from '../sources/registry-client.js';
import type { Wish } from './desired-plugins.js';

/** Which skills to link: those named, all, those of svc.json (else all), or what the person at the terminal picks. */
export type SkillChoice = readonly string[] | 'all' | 'keep' | 'ask';

export interface WishPlan {
  readonly root: string;
  readonly manifest: ProjectManifest | undefined;
  readonly registry: Pick<RegistryClient, 'latest'>;
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
    sources.map((source) => (source.kind === 'file' ? ofFolder(source.folder, plan) : ofRegistry(source, plan))),
  );
  const doubled = wishes.find(({ name }, index) => wishes.findIndex((wish) => wish.name === name) !== index);
  if (doubled !== undefined) throw usageError({ what: `${doubled.name} is named twice.` });
  return Promise.all(wishes.map((wish) => withSkills(wish, plan)));
}

async function ofRegistry({ name, version }: PluginSource & { kind: 'registry' }, { manifest, registry }: WishPlan): Promise<Wish> {
  const current = manifest?.dependencies.get(name);
  const floating = version === 'latest' || (version === undefined && current?.version === 'latest');
  const exact = version === undefined || version === 'latest' ? (await registry.latest(name)).version : version;
  return { name, version: exact, dependency: { version: floating ? 'latest' : exact, source: undefined, skills: current?.skills } };
}

async function ofFolder(folder: string, { root, manifest, fetcher }: WishPlan): Promise<Wish> {
  const { name } = await fetcher.fromFolder(folder);
  const dependency = { version: undefined, source: fileSource(root, folder), skills: manifest?.dependencies.get(name)?.skills };
  return { name, dependency, refresh: true };
}

async function withSkills(wish: Wish, plan: WishPlan): Promise<Wish> {
  if (plan.skills === 'keep') return wish;
  const skills = await chosenSkills(wish, plan);
  return { ...wish, dependency: { ...wish.dependency, skills } satisfies Dependency };
}

async function chosenSkills(wish: Wish, plan: WishPlan): Promise<readonly string[] | undefined> {
  if (plan.skills === 'all' || plan.skills === 'keep') return undefined;
  if (plan.skills !== 'ask') return plan.skills;
  const names = await skillsOf(wish, plan);
  if (names.length < 2) return undefined;
  const options = names.map((value) => ({ value }));
  const picked = await plan.ask.selectMany({ message: `Which skills of ${wish.name}?`, flag: '--skill', options, initial: names });
  return picked.length === names.length ? undefined : picked;
}

/** Names of the skills of what is wished for. */
export async function skillsOf(
  { name, version, dependency }: Wish,
  { root, fetcher }: Pick<WishPlan, 'root' | 'fetcher'>,
): Promise<readonly string[]> {
  const { contents } =
    version === undefined
      ? await fetcher.fromFolder(resolve(root, String(dependency.source).slice('file:'.length)))
      : await fetcher.fromRegistry(name, version);
  return contents.skills.map((skill) => skill.name);
}
