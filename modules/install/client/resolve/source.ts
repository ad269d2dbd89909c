import { isAbsolute, relative, resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { sourceInvalid } from '../../contract/errors.js';
import type { CandidateSource } from '../../contract/policies.js';
import { isPluginName } from '../project/paths.js';
import { validVersion } from '../project/versions.js';
import { isGitSource, parseGitSource, withoutSecrets, type GitSource } from './git-source.js';
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
export type DirectSource = FolderSource | GitSource;

/** Where a plugin comes from, as a person names it. */
export type PluginSource = RegistrySource | DirectSource;

/** The same with the version that is taken. */
export type ExactSource = (RegistrySource & { readonly version: string }) | DirectSource;

const COMMIT = /^[0-9a-f]{7,64}$/;

/** Parses `<workspace>/<plugin>[@<version or commit>]`, `file:<path>`, relative to `cwd`, and addresses of git hosts. */
export function parseSource(source: string, cwd: string, env: Context['env'] = {}): PluginSource {
  if (source.startsWith('file:')) return { kind: 'file', folder: folderOf(source, cwd) };
  if (isGitSource(source)) return parseGitSource(source, env['SVC_GIT_HOST'] || undefined);
  const at = source.indexOf('@');
  const name = at === -1 ? source : source.slice(0, at);
  const version = at === -1 ? undefined : source.slice(at + 1);
  if (!isPluginName(name)) {
    throw sourceInvalid({
      source: withoutSecrets(source),
      why: 'the name must be <workspace>/<plugin> in lower-case letters, digits and hyphens',
    });
  }
  if (version !== undefined && COMMIT.test(version))
    return { kind: 'registry', name, version: undefined, commit: version };
  return { kind: 'registry', name, version: checkedVersion(source, version) };
}

/** The description of a source for policies. */
export function candidateSource(
  source: PluginSource,
  { version, commit }: { readonly version?: string; readonly commit?: string | undefined } = {},
): CandidateSource {
  if (source.kind === 'registry')
    return { kind: 'registry', version: source.version ?? version ?? 'latest' };
  if (source.kind === 'file') return source;
  const key = repositoryKey(source);
  const slash = key.indexOf('/');
  return { kind: 'git', host: key.slice(0, slash), path: key.slice(slash + 1), commit };
}

/** A folder's form in svc.json: relative to the project with `/`, absolute only if it is on another drive. */
export function fileSource(root: string, folder: string): string {
  const inner = relative(root, folder).replaceAll('\\', '/');
  return `file:${inner === '' ? '.' : inner}`;
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
  return source.kind === 'file' || commit === undefined
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
