import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import { sourceInvalid } from '../../contract/errors.js';
import { withoutSecrets } from './git-source.js';

/** A package of an npm registry. */
export interface NpmSource {
  readonly kind: 'npm';
  /** The form in svc.json and the lock. */
  readonly text: string;
  /** Such as `plugin` or `@acme/plugin`. */
  readonly package: string;
  /** A version, a range of versions or a tag; `undefined` is the tag `latest`. */
  readonly wanted: string | undefined;
  /** Its address without a slash at the end; `undefined` for the one that the user's npm is configured with. */
  readonly registry: string | undefined;
}

/** A `.zip` or `.tar.gz` at an address. */
export interface ArchiveSource {
  readonly kind: 'archive';
  /** The form in svc.json and the lock. */
  readonly text: string;
  readonly url: string;
  /** The SHA-256 of the file in lower-case hexadecimal, if the source states it. */
  readonly sha256: string | undefined;
}

/** A source that is fetched as one file. */
export type PackageSource = NpmSource | ArchiveSource;

const NPM = /^npm:((?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*)(?:@([^?#]*))?(?:\?registry=(.*))?$/i;
const WANTED = /^[\w.^~<>=|*+ -]+$/;
const ARCHIVE = /^archive:([^#]*)(?:#(.*))?$/;
const SHA256 = /^sha256:([\da-f]{64})$/i;
const MAX_NAME = 214;
const MAX_WANTED = 200;

/** Whether the source is meant as a package, even if it is malformed. */
export function isPackageSource(source: string): boolean {
  return /^(?:npm|archive):/.test(source);
}

/**
 * Parses `npm:<package>[@<version, range or tag>][?registry=<address>]` and `archive:<address>[#sha256:<hash>]`. Throws `source_invalid`,
 * without credentials.
 */
export function parsePackageSource(source: string): PackageSource {
  const parsed = source.startsWith('npm:') ? npmSource(source) : archiveSource(source);
  if (typeof parsed !== 'string') return parsed;
  throw sourceInvalid({ source: withoutSecrets(source), why: parsed });
}

function npmSource(text: string): NpmSource | string {
  const [, name = '', wanted, address] = NPM.exec(text) ?? [];
  if (name === '' || name.length > MAX_NAME) return 'it names no package of npm';
  if (wanted !== undefined && !isWanted(wanted))
    return `"${wanted}" is not a version, a range of versions or a tag`;
  const registry = address?.replace(/\/+$/, '');
  const problem = registry === undefined ? undefined : addressProblem(registry);
  if (problem !== undefined) return `its registry cannot be used: ${problem}`;
  return {
    kind: 'npm',
    text: npmText(name, { wanted, registry }),
    package: name,
    wanted,
    registry,
  };
}

const isWanted = (wanted: string): boolean => wanted.length <= MAX_WANTED && WANTED.test(wanted);

function npmText(
  name: string,
  { wanted, registry }: Pick<NpmSource, 'wanted' | 'registry'>,
): string {
  const version = wanted === undefined ? '' : `@${wanted}`;
  return `npm:${name}${version}${registry === undefined ? '' : `?registry=${registry}`}`;
}

/** The same package at exactly this version. */
export function atVersion(source: NpmSource, version: string): NpmSource {
  return {
    ...source,
    wanted: version,
    text: npmText(source.package, { ...source, wanted: version }),
  };
}

function archiveSource(text: string): ArchiveSource | string {
  const [, address = '', fragment] = ARCHIVE.exec(text) ?? [];
  const problem = addressProblem(address);
  if (problem !== undefined) return problem;
  const sha256 = fragment === undefined ? undefined : SHA256.exec(fragment)?.[1]?.toLowerCase();
  if (fragment !== undefined && sha256 === undefined)
    return 'what follows the "#" must be "sha256:" and 64 hexadecimal digits';
  const pin = sha256 === undefined ? '' : `#sha256:${sha256}`;
  return { kind: 'archive', text: `archive:${address}${pin}`, url: address, sha256 };
}

/** Why nothing is fetched from an address; `undefined` if it may be. Without TLS only this machine is asked. */
export function addressProblem(address: string): string | undefined {
  const url = parsedUrl(address);
  if (url === undefined || /[\s\p{Cc}\\]/u.test(address)) return 'it is not an address';
  if (url.username !== '' || url.password !== '') return 'it holds a user name or a password';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return undefined;
  return 'files are fetched by https:// only';
}

/** Whether an address is of this machine. */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return /^(?:localhost|(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);
}

/** The registry of a source that names none is that of everybody: a mirror that a user has configured holds the same packages. */
export const PUBLIC_REGISTRY = 'https://registry.npmjs.org';

/** The host of a package and its path there, as policies compare repositories: of a package without a scope it begins with `_`. */
export function packageLocation(source: PackageSource): { host: string; path: string } {
  if (source.kind === 'archive') {
    const { host, pathname } = new URL(source.url);
    return { host, path: pathname.slice(1) };
  }
  const { host } = new URL(source.registry ?? PUBLIC_REGISTRY);
  const name = source.package;
  return { host, path: name.startsWith('@') ? name.slice(1) : `_/${name}` };
}
