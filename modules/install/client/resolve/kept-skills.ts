import type { SvcError } from 'svc-registry/kernel';
import { skillsVanished } from '../../contract/package-errors.js';
import type { FetchedPlugin } from '../fetch/fetcher.js';
import type { Known } from './updates.js';

type Choice = Pick<Known, 'name' | 'dependency'>;

/** Throws `skills_vanished` if a newer plugin lacks a skill that was chosen. A collection of the chosen skills alone has them. */
export function assertSkillsKept(
  plugin: Choice,
  source: string,
  { skills, taken }: Pick<FetchedPlugin, 'skills' | 'taken'>,
): void {
  const isWhole = taken === undefined;
  if (isWhole && plugin.dependency.skills?.every((skill) => skills.includes(skill)) === false)
    throw vanished(plugin, source, skills);
}

/** Names the chosen skills that a source no longer has, and those that it has. */
export function vanished(
  { name, dependency }: Choice,
  source: string,
  skills: readonly string[],
): SvcError {
  const chosen = dependency.skills ?? [];
  return skillsVanished({
    name,
    source,
    gone: chosen.filter((skill) => !skills.includes(skill)),
    kept: chosen.filter((skill) => skills.includes(skill)),
  });
}
