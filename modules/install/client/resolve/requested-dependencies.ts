import { usageError, type Ask } from 'svc-registry/kernel';
import type { Dependency, ProjectManifest } from '../project/project-manifest.js';
import type { PluginFetcher } from '../fetch/fetcher.js';
import { versionAtCommit } from './commit-version.js';
import { placeOf, type PluginSource } from './source.js';
import type { RegistryClient } from '../fetch/registry-client.js';
import type { RequestedDependency } from './resolve.js';
import { ofSource, pickSkills } from './requested-sources.js';

/**
 * Which skills to take: those named, all, what the person at the terminal picks, or those of svc.json. Where svc.json names none, `keep` asks
 * for those of a collection where a person can be asked and else takes all, `list` takes none of several.
 */
export type SkillChoice = readonly string[] | 'all' | 'ask' | 'keep' | 'list';

export interface DependencyOptions {
  readonly root: string;
  readonly manifest: ProjectManifest | undefined;
  readonly registry: Pick<RegistryClient, 'latest' | 'versions'>;
  readonly fetcher: PluginFetcher;
  readonly skills: SkillChoice;
  readonly ask: Ask;
}

/** Turns what a person named into entries of svc.json. */
export async function requestedDependencies(
  sources: readonly PluginSource[],
  options: DependencyOptions,
): Promise<readonly RequestedDependency[]> {
  if (Array.isArray(options.skills) && sources.length > 1) {
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
  return Promise.all(requested.map((one) => withSkills(one, options)));
}

async function ofRegistry(
  source: PluginSource & { kind: 'registry' },
  { manifest, registry }: DependencyOptions,
): Promise<RequestedDependency> {
  const { name, commit } = source;
  const version =
    commit === undefined ? source.version : await versionAtCommit(registry, { name, commit });
  const current = manifest?.dependencies.get(name);
  const floating = version === 'latest' || (version === undefined && current?.version === 'latest');
  const named = version !== undefined && version !== 'latest';
  const exact = named ? version : (await registry.latest(name)).version;
  return {
    name,
    version: exact,
    named,
    dependency: {
      version: floating ? 'latest' : exact,
      source: undefined,
      skills: current?.skills,
    },
  };
}

async function withSkills(
  requested: RequestedDependency,
  options: DependencyOptions,
): Promise<RequestedDependency> {
  if (requested.offered !== undefined || options.skills === 'keep' || options.skills === 'list')
    return requested;
  const skills = await chosenSkills(requested, options);
  return { ...requested, dependency: { ...requested.dependency, skills } satisfies Dependency };
}

async function chosenSkills(
  requested: RequestedDependency,
  options: DependencyOptions,
): Promise<readonly string[] | undefined> {
  if (options.skills === 'all') return undefined;
  return Array.isArray(options.skills)
    ? options.skills
    : pickSkills(requested.name, await skillsOf(requested, options), options.ask);
}

/** Names of the skills of a requested dependency. */
export async function skillsOf(
  { name, version, offered, dependency, commit, ref }: RequestedDependency,
  { root, fetcher }: Pick<DependencyOptions, 'root' | 'fetcher'>,
): Promise<readonly string[]> {
  if (offered !== undefined) return offered;
  const { contents } =
    version === undefined
      ? await fetcher.fromSource(
          placeOf(String(dependency.source), root, { commit, ref }),
          dependency.skills,
        )
      : await fetcher.fromRegistry(name, version);
  return contents.skills.map((skill) => skill.name);
}
