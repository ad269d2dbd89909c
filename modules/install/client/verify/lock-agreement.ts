import type { ErrorIssue } from 'svc-registry/kernel';
import { lockDisagrees } from '../../contract/errors.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { Dependency } from '../project/project-manifest.js';
import type { Scope } from '../project/scope.js';
import type { ProjectState } from '../project/project-state.js';

/** The differences between svc.json and the lock, one issue each. */
export function disagreements(
  { manifest, lock, hasLock }: ProjectState,
  { manifestFile, lockFile }: Scope,
): readonly ErrorIssue[] {
  const wanted = manifest?.dependencies ?? new Map<string, Dependency>();
  if (!hasLock && wanted.size > 0) return [{ file: lockFile, message: 'is missing' }];
  const asked = [...wanted].flatMap(([name, dependency]) =>
    problemsOf(dependency, lock.plugins.get(name)).map((message) => ({
      file: manifestFile,
      field: name,
      message,
    })),
  );
  const left = [...lock.plugins.keys()].filter((name) => !wanted.has(name));
  return [
    ...asked,
    ...left.map((name) => ({ file: lockFile, field: name, message: `is not in ${manifestFile}` })),
  ];
}

/** Throws `lock_disagrees` with the whole list. */
export function assertAgreement(state: ProjectState, scope: Scope): void {
  const issues = disagreements(state, scope);
  if (issues.length > 0)
    throw lockDisagrees({ manifest: scope.manifestFile, lock: scope.lockFile }, { issues });
}

function problemsOf(dependency: Dependency, locked: LockedPlugin | undefined): readonly string[] {
  if (locked === undefined) return ['is not in the lock'];
  const source = dependency.source ?? 'registry';
  if (locked.source !== source) return [`comes from ${source}, in the lock from ${locked.source}`];
  const { version } = dependency;
  if (version !== undefined && version !== 'latest' && version !== locked.version) {
    return [`has version ${version}, in the lock ${locked.version}`];
  }
  const known = locked.skills.map((skill) => skill.name);
  const unknown = (dependency.skills ?? []).filter((skill) => !known.includes(skill));
  return unknown.map(
    (skill) => `asks for the skill "${skill}", which it does not have in the lock`,
  );
}
