import type { Ask } from 'svc-registry/kernel';
import { nameTaken } from '../../contract/source-errors.js';
import type { Dependency } from '../project/project-manifest.js';
import type { FetchedPlugin } from '../fetch/fetcher.js';
import { fileSource, parseSource, type PluginSource } from './source.js';
import type { SkillChooser, SourcePlace } from '../fetch/source-reader.js';
import type { RequestedDependency } from './resolve.js';
import type { SkillChoice, DependencyOptions } from './requested-dependencies.js';

type Source = Exclude<PluginSource, { kind: 'registry' }>;

/** The dependency that a named folder or repository stands for. */
export async function ofSource(
  source: Source,
  options: DependencyOptions,
): Promise<RequestedDependency> {
  const place: SourcePlace = source.kind === 'git' ? { kind: 'git', source } : source;
  const text = source.kind === 'git' ? source.text : fileSource(options.root, source.folder);
  const plugin = await options.fetcher.choose(place, chooserOf(options));
  const current = options.manifest?.dependencies.get(plugin.name);
  const dependency = { version: undefined, source: text, skills: skillsOf(plugin, current) };
  const requested = {
    name: plugin.name,
    named: true,
    dependency,
    refresh: true,
    commit: plugin.origin?.commit,
    ref: plugin.origin?.ref,
  };
  if (plugin.origin?.taken === undefined) return requested;
  assertFree(plugin.name, current, { source, text, root: options.root });
  return { ...requested, offered: plugin.origin.skills };
}

function skillsOf(
  { origin }: FetchedPlugin,
  current: Dependency | undefined,
): readonly string[] | undefined {
  if (origin?.taken === undefined) return current?.skills;
  return origin.taken === 'all' ? undefined : origin.taken;
}

/** A collection's name is made up: two places can have the same. Another branch or folder of one repository is no other place. */
function assertFree(
  name: string,
  current: Dependency | undefined,
  { source, text, root }: { source: Source; text: string; root: string },
): void {
  if (current === undefined) return;
  const other = current.source === undefined ? undefined : parseSource(current.source, root);
  if (other === undefined || !isSamePlace(other, source))
    throw nameTaken({ name, source: text, other: current.source ?? 'the registry' });
}

function isSamePlace(a: PluginSource, b: PluginSource): boolean {
  if (a.kind === 'git' && b.kind === 'git')
    return a.host === b.host && a.repository === b.repository;
  return a.kind === 'file' && b.kind === 'file' && a.folder === b.folder;
}

/** Of a collection that svc.json has, its selection stays unless something else is said. */
function chooserOf({ skills: choice, manifest, ask }: DependencyOptions): SkillChooser {
  return async ({ name, skills }) => {
    if (choice === 'all') return undefined;
    if (isNamed(choice)) return choice;
    if (choice === 'ask') return pickSkills(name, skills, ask);
    const current = manifest?.dependencies.get(name);
    if (current !== undefined || skills.length === 1) return current?.skills;
    if (choice === 'list') return [];
    return ask.interactive ? pickSkills(name, skills, ask) : undefined;
  };
}

function isNamed(choice: SkillChoice): choice is readonly string[] {
  return typeof choice !== 'string';
}

/** Lets a person choose; `undefined` when it is all of them. */
export async function pickSkills(
  plugin: string,
  skills: readonly string[],
  ask: Ask,
): Promise<readonly string[] | undefined> {
  if (skills.length < 2) return undefined;
  const options = skills.map((value) => ({ value }));
  const picked = await ask.selectMany({
    message: `Which skills of ${plugin}?`,
    flag: '--skill <name>, or --yes for all',
    options,
    initial: skills,
  });
  return picked.length === skills.length ? undefined : picked;
}
