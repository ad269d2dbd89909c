import { isAbsolute, relative, resolve } from 'node:path';
import { notAvailableYet } from 'svc-registry/kernel';
import { sourceInvalid } from '../../contract/errors.js';
import { isPluginName } from '../project/paths.js';
import { validVersion } from '../project/versions.js';

/** Where a plugin comes from, as a person names it. */
export type PluginSource =
  | {
      readonly kind: 'registry';
      readonly name: string;
      /** Exact, `latest`, or `undefined` when nothing was said. */
      readonly version: string | undefined;
    }
  | {
      readonly kind: 'file';
      /** Absolute. */
      readonly folder: string;
    };

const COMMIT = /^[0-9a-f]{7,64}$/;

/** Understands `<workspace>/<plugin>[@<version>]` and `file:<path>`, relative to `cwd`. */
export function parseSource(source: string, cwd: string): PluginSource {
  if (source.startsWith('file:')) return { kind: 'file', folder: folderOf(source, cwd) };
  if (isGit(source)) throw notAvailableYet({ what: `Installing from git (${withoutSecrets(source)})` });
  const at = source.indexOf('@');
  const name = at === -1 ? source : source.slice(0, at);
  const version = at === -1 ? undefined : source.slice(at + 1);
  if (!isPluginName(name)) {
    throw sourceInvalid({ source, why: 'the name must be <workspace>/<plugin> in lower-case letters, digits and hyphens' });
  }
  return { kind: 'registry', name, version: checkedVersion(source, version) };
}

/** A folder as svc.json names it: relative to the project with `/`, absolute only when it is on another drive. */
export function fileSource(root: string, folder: string): string {
  const inner = relative(root, folder).replaceAll('\\', '/');
  return `file:${inner === '' ? '.' : inner}`;
}

function folderOf(source: string, cwd: string): string {
  const path = source.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === '') throw sourceInvalid({ source, why: 'the path is missing' });
  return isAbsolute(path) ? path : resolve(cwd, path);
}

function isGit(source: string): boolean {
  return /^(?:git[:@+]|https?:|ssh:)/.test(source) || /^[^/@\s]+\.[^/@\s]+\/[^/\s]+\/[^/\s]+/.test(source);
}

/** A URL may carry a token. */
function withoutSecrets(source: string): string {
  return source.replace(/\/\/[^/@]*@/, '//');
}

function checkedVersion(source: string, version: string | undefined): string | undefined {
  if (version === undefined || version === 'latest' || validVersion(version)) return version;
  if (COMMIT.test(version)) throw notAvailableYet({ what: 'Installing by commit' });
  throw sourceInvalid({ source, why: `"${version}" is neither an exact version nor "latest"` });
}
