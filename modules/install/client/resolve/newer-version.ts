import semver from 'semver';

export interface Update {
  readonly version: string;
  /** Whether the major version changes. */
  readonly breaking: boolean;
}

/** The highest of `versions` that is newer than `current`; prereleases count only for projects that have one. `undefined` when there is none. */
export function newestUpdate(
  current: string,
  versions: readonly string[],
  { breaking }: { breaking: boolean },
): Update | undefined {
  const prerelease = semver.prerelease(current) !== null;
  const newer = versions
    .filter((version) => semver.gt(version, current))
    .filter((version) => prerelease || semver.prerelease(version) === null)
    .filter((version) => breaking || !isBreaking(current, version))
    .sort(semver.rcompare);
  const [version] = newer;
  return version === undefined ? undefined : { version, breaking: isBreaking(current, version) };
}

/** Without `force` updates to another major version are skipped (specification, tool `update`). */
export function isBreaking(current: string, version: string): boolean {
  return semver.major(version) !== semver.major(current);
}
