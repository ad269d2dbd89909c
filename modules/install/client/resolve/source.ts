import { isAbsolute, relative, resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { sourceInvalid } from '../../contract/errors.js';
import { isPluginName } from '../project/paths.js';
import { validVersion } from '../project/versions.js';
import { isGitSource, parseGitSource, withoutSecrets, type GitSource } from './git-source.js';
import type { RepositoryPlace, SourcePlace } from '../fetch/source-reader.js';

/** Where a plugin comes from, as a person names it. */
export type PluginSource =
  | {
      readonly kind: 'registry';
      readonly name: string;
      /** Exact, `latest`, or `undefined` when nothing was said. */
      readonly version: string | undefined;
      /** The commit that it was published from, or the beginning of its hash; then there is no version. */
      readonly commit?: string;
    }
  | {
      readonly kind: 'file';
      /** Absolute. */
      readonly folder: string;
    }
  | GitSource;

const COMMIT = /^[0-9a-f]{7,64}$/;

/** Understands `<workspace>/<plugin>[@<version or commit>]`, `file:<path>`, relative to `cwd`, and addresses of git hosts. */
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

/** A folder as svc.json names it: relative to the project with `/`, absolute only when it is on another drive. */
export function fileSource(root: string, folder: string): string {
  const inner = relative(root, folder).replaceAll('\\', '/');
  return `file:${inner === '' ? '.' : inner}`;
}

/** Where the `source` of a dependency is read from; relative to the project. */
export function placeOf(
  source: string,
  root: string,
  known: Omit<RepositoryPlace, 'kind' | 'source'>,
): SourcePlace {
  const parsed = parseSource(source, root);
  if (parsed.kind === 'git') return { kind: 'git', source: parsed, ...known };
  if (parsed.kind === 'file') return parsed;
  throw sourceInvalid({ source, why: 'a plugin of the registry is named by its "version"' });
}

function folderOf(source: string, cwd: string): string {
  const path = source.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === '') throw sourceInvalid({ source, why: 'the path is missing' });
  return isAbsolute(path) ? path : resolve(cwd, path);
}

function checkedVersion(source: string, version: string | undefined): string | undefined {
  if (version === undefined || version === 'latest' || validVersion(version)) return version;
  throw sourceInvalid({ source, why: `"${version}" is no exact version, commit or "latest"` });
}
