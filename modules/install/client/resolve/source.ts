import { isAbsolute, relative, resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { sourceInvalid } from '../../contract/errors.js';
import type { CandidateSource } from '../../contract/policies.js';
import { isPluginName } from '../project/paths.js';
import { validVersion } from '../project/versions.js';
import { remoteSource } from './remote-source.js';
import { isGitSource, parseGitSource, withoutSecrets, type GitSource } from './git-source.js';
import {
  isPackageSource,
  packageLocation,
  parsePackageSource,
  type PackageSource,
} from './package-source.js';
import { repositoryKey } from './same-repository.js';

export interface RegistrySource {
  readonly kind: 'registry';
  readonly name: string;
  /** Exact, `latest`, or `undefined` if not specified. */
  readonly version: string | undefined;
  /** The commit that it was published from, or the beginning of its hash; excludes a version. */
  readonly commit?: string;
}

export interface FolderSource {
  readonly kind: 'file';
  /** Absolute. */
  readonly folder: string;
}

/** A source that holds its plugin itself. */
export type DirectSource = FolderSource | GitSource | PackageSource;

/** Where a plugin comes from, as a person names it. */
export type PluginSource = RegistrySource | DirectSource;

/** A plugin that a marketplace lists. */
export interface EntrySource {
  readonly kind: 'entry';
  readonly marketplace: FolderSource | GitSource;
  /** What the marketplace calls it. */
  readonly plugin: string;
  /** Where the lock says that it is: it is taken from there, and the marketplace is not asked. */
  readonly known?: KnownEntry | undefined;
}

/** Where an entry is, and the fields of the entry, without those that say where. */
export interface KnownEntry {
  readonly from: DirectSource;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** The same with the version that is taken. */
export type ExactSource =
  (RegistrySource & { readonly version: string }) | DirectSource | EntrySource;

const COMMIT = /^[0-9a-f]{7,64}$/;

/** Parses `<workspace>/<plugin>[@<version or commit>]`, `file:<path>`, relative to `cwd`, packages, and addresses of git hosts. */
export function parseSource(source: string, cwd: string, env: Context['env'] = {}): PluginSource {
  if (source.startsWith('file:')) return { kind: 'file', folder: folderOf(source, cwd) };
  if (isPackageSource(source)) return parsePackageSource(source);
  if (isGitSource(source)) return parseGitSource(source, env['SVC_GIT_HOST'] || undefined);
  return registrySource(source);
}

/** What was probably meant by a name that has no workspace, or is a path. */
function meantBy(name: string): { readonly hint?: string } {
  if (/^(\.{0,2}|~)\//.test(name)) return { hint: `A folder is named by \`file:${name}\`.` };
  return isPluginName(`x/${name}`)
    ? {
        hint: `A name begins with the workspace, such as acme/${name}: \`svc search ${name}\` finds it.`,
      }
    : {};
}

function registrySource(source: string): RegistrySource {
  const at = source.indexOf('@');
  const name = at === -1 ? source : source.slice(0, at);
  const version = at === -1 ? undefined : source.slice(at + 1);
  if (!isPluginName(name)) {
    throw sourceInvalid({
      source: withoutSecrets(source),
      why: 'the name must be <workspace>/<plugin> in lower-case letters, digits and hyphens',
      ...meantBy(name),
    });
  }
  if (version !== undefined && COMMIT.test(version))
    return { kind: 'registry', name, version: undefined, commit: version };
  return { kind: 'registry', name, version: checkedVersion(source, version) };
}

/** The description of a source for policies. An entry has two: see `candidateSources`. */
export function candidateSource(
  source: PluginSource,
  { version, commit }: { readonly version?: string; readonly commit?: string | undefined } = {},
): CandidateSource {
  if (source.kind === 'registry')
    return { kind: 'registry', version: source.version ?? version ?? 'latest' };
  if (source.kind === 'file') return source;
  if (source.kind !== 'git') return { kind: 'git', ...packageLocation(source), commit: undefined };
  const key = repositoryKey(source);
  const slash = key.indexOf('/');
  return { kind: 'git', host: key.slice(0, slash), path: key.slice(slash + 1), commit };
}

/** Everything that policies are asked about: of an entry the marketplace, and where it says that the plugin is. */
export function candidateSources(
  source: ExactSource,
  taken: {
    readonly version: string;
    readonly commit?: string | undefined;
    readonly from?: string | undefined;
  },
): readonly CandidateSource[] {
  if (source.kind !== 'entry') return [candidateSource(source, taken)];
  const from = taken.from === undefined ? undefined : remoteSource(taken.from);
  const all = [
    candidateSource(source.marketplace),
    ...(from ? [candidateSource(from, taken)] : []),
  ];
  return [...new Map(all.map((one) => [JSON.stringify({ ...one, commit: '' }), one])).values()];
}

/** A folder's form in svc.json: relative to the project with `/`, absolute only if it is on another drive. */
export function fileSource(root: string, folder: string): string {
  const inner = relative(root, folder).replaceAll('\\', '/');
  return `file:${inner === '' ? '.' : inner}`;
}

/** The entry of a marketplace. Throws `source_invalid` where no marketplace can be. */
export function entryOf(marketplace: DirectSource, plugin: string): EntrySource {
  if (marketplace.kind === 'git' || marketplace.kind === 'file')
    return { kind: 'entry', marketplace, plugin };
  throw sourceInvalid({
    source: marketplace.text,
    why: 'marketplaces are read from git repositories and folders',
  });
}

/** The `source` of a dependency of svc.json, relative to the project. */
export function dependencySource(source: string, root: string): DirectSource {
  const parsed = parseSource(source, root);
  if (parsed.kind !== 'registry') return parsed;
  throw sourceInvalid({ source, why: 'a plugin of the registry is named by its "version"' });
}

/** The source at one commit of its repository; any other source as it is. */
export function pinned<S extends DirectSource>(
  source: S,
  { commit, ref }: { readonly commit?: string | undefined; readonly ref?: string | undefined },
): S {
  return source.kind !== 'git' || commit === undefined
    ? source
    : { ...source, pin: { commit, ref } };
}

function folderOf(source: string, cwd: string): string {
  const path = source.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === '') throw sourceInvalid({ source, why: 'the path is missing' });
  return isAbsolute(path) ? path : resolve(cwd, path);
}

function checkedVersion(source: string, version: string | undefined): string | undefined {
  if (version === undefined || version === 'latest' || validVersion(version)) return version;
  throw sourceInvalid({
    source,
    why: `"${version}" is not an exact version, a commit or "latest"`,
  });
}
