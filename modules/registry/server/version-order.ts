import semver from 'semver';
import type { Bump } from '../contract/tile-inputs.js';

/** Encodes a number so that text order is number order, for any length. */
function numberKey(digits: string): string {
  return `${String(digits.length).padStart(3, '0')}${digits}`;
}

function identifierKey(identifier: string | number): string {
  return typeof identifier === 'number' || /^\d+$/.test(identifier)
    ? `0${numberKey(String(identifier))}`
    : `1${identifier}`;
}

/** A text whose byte order is the precedence of versions, for sorting in databases. `~` puts a release above its prereleases. */
export function sortKey(version: string): string {
  const { major, minor, patch, prerelease } = parsed(version);
  const release = [major, minor, patch].map((part) => numberKey(String(part))).join('.');
  return `${release}-${prerelease.length === 0 ? '~' : prerelease.map(identifierKey).join(' ')}`;
}

/** The version without build metadata: versions that differ in that alone count as the same (semver, rule 10). */
export function precedenceOf(version: string): string {
  return parsed(version).version;
}

export function isPrerelease(version: string): boolean {
  return parsed(version).prerelease.length > 0;
}

/**
 * A free version for content whose own version is taken: the highest release ever published with the part `bump` raised, or the next higher
 * part where that cannot be. Where only the patch is to be raised, a prerelease moves on within its own release, so that a collision never
 * turns it into a release. `null` when the highest version there can be is taken.
 */
export function nextVersion(
  taken: string,
  published: readonly string[],
  bump: Bump = 'patch',
): string | null {
  const within = bump === 'patch' && isPrerelease(taken);
  const highest = highestOf([
    taken,
    ...published.filter(within ? isSibling(taken) : (version) => !isPrerelease(version)),
  ]);
  const raised = within
    ? [semver.inc(highest, 'prerelease'), `${highest}.0`]
    : PARTS.slice(PARTS.indexOf(bump)).map((part) => semver.inc(highest, part));
  return (
    raised.find((version) => semver.valid(version) !== null && semver.gt(version ?? '', highest)) ??
    null
  );
}

const PARTS: readonly Bump[] = ['patch', 'minor', 'major'];

/** Whether a version is a prerelease of the same release. */
function isSibling(taken: string): (version: string) => boolean {
  const release = (version: string): string => version.split('-', 1)[0] ?? '';
  return (version) => isPrerelease(version) && release(version) === release(taken);
}

function highestOf(versions: readonly string[]): string {
  return versions.reduce((highest, version) => (semver.gt(version, highest) ? version : highest));
}

function parsed(version: string): semver.SemVer {
  const result = semver.parse(version);
  if (result === null) throw new TypeError(`not a semantic version: ${version}`);
  return result;
}
