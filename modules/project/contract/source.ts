import { parsedUrl } from '../../../toolbox/parsed-url.js';

/** Where the files of a project come from. Two projects of a workspace never share one. */
export interface ProjectSource {
  /** Such as `git`. */
  readonly type: string;
  /** As `normalUri` writes it. */
  readonly uri: string;
  /** Folder of the project within the source, with `/`; empty for all of it. */
  readonly subpath: string;
}

const SCP = /^(?:[^@/:]+@)?([A-Za-z0-9.-]+):(?!\/)(.+)$/;
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** The kind of source that is meant where none is named. */
export const GIT = 'git';

/** One writing for the ways to name a source of a kind, without anything secret; `undefined` for what is not an address of that kind. */
export function normalUri(type: string, address: string): string | undefined {
  return type === GIT ? normalGitAddress(address) : normalAddress(address);
}

/** A user and a password that stand where they cannot be told from the rest: `svn:me:pw@host`, `/proxy/https://me@host`. */
const HIDDEN_USER = /(?::|\/\/)[^/]*@/;

/**
 * Without user, password, query and fragment: tokens stand in queries, under any name. What is no URL is kept as it is, and `undefined` when it
 * might hold a user.
 */
function normalAddress(address: string): string | undefined {
  if (/\p{Cs}/u.test(address)) return undefined;
  const url = parsedUrl(address);
  if (url === undefined) return /[\p{Cc}@?#]/u.test(address) ? undefined : address;
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return HIDDEN_USER.test(url.href) ? undefined : url.href;
}

/**
 * One writing for the ways to name a repository on a git host: `https://<host>/<path>`, without user, password, `.git` and query.
 * `undefined` for what names no host, such as a folder, which other people could not find.
 */
export function normalGitAddress(address: string): string | undefined {
  const text = address.trim();
  const [, scpHost, scpPath] = text.includes('://') ? [] : (SCP.exec(text) ?? []);
  if (scpHost !== undefined && scpPath !== undefined) return addressOf(scpHost, scpPath);
  const url = /^(?:https?|ssh|git):\/\//i.test(text) ? parsedUrl(text) : undefined;
  if (url === undefined) return undefined;
  const { protocol, hostname, port, pathname } = url;
  // a port of ssh says nothing about where the same repository is on the web
  return addressOf(port === '' || protocol === 'ssh:' ? hostname : `${hostname}:${port}`, pathname);
}

function addressOf(host: string, path: string): string | undefined {
  const name = host.toLowerCase();
  const segments = path
    .replace(/(?:\/|\.git)+$/i, '')
    .split('/')
    .filter(Boolean);
  if (!HOST.test(name) || segments.length === 0 || segments.some(isOdd)) return undefined;
  return parsedUrl(`https://${name}/${segments.join('/')}`)?.href;
}

function isOdd(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment) || /[\s?#\\\p{Cc}\p{Cf}\p{Cs}]/u.test(segment);
}

/** A folder within a source: with `/`, without any at its ends; `undefined` when it leads out of the source. */
export function normalSubpath(path: string): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  return segments.some((segment) => segment === '..' || /[\\\p{Cc}\p{Cs}]/u.test(segment))
    ? undefined
    : segments.join('/');
}
