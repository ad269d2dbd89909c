import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import { sourceInvalid } from '../../contract/errors.js';
import { readAddressPath, refProblem, type AddressPath } from './address-path.js';

/** A user name and password for one host. Kept in memory only: never stored, shown or passed as an argument. */
export interface GitCredentials {
  readonly username: string;
  readonly password: string;
}

/** A repository on a git host, or a folder in it. */
export interface GitSource {
  readonly kind: 'git';
  /** The form in svc.json and the lock: as written, without credentials. */
  readonly text: string;
  /** What git fetches from, without credentials. */
  readonly url: string;
  readonly credentials: GitCredentials | undefined;
  /** The host, with the port if the address has one. */
  readonly host: string;
  /** The repository's path on the host, such as `acme/group/tools`. */
  readonly repository: string;
  /** A branch, tag or commit; `undefined` for the default branch. */
  readonly ref: string | undefined;
  /** A folder of the repository, with `/`; empty for all of it. */
  readonly path: string;
  /** A branch, tag or commit followed by a folder, not separated yet, because branch names may contain slashes. */
  readonly trail: string | undefined;
  /** The commit to take, and the branch, tag or commit that led to it. Left out: the commit that the source refers to today. */
  readonly pin?: { readonly commit: string; readonly ref: string | undefined };
}

const DEFAULT_HOST = 'github.com';
const SCP = /^([\w.-]+)@(\[[\da-f:]+\]|[\w.-]+):(?!\/\/)(.+)$/i;
const SCHEMELESS = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/[^/\s]+\/\S/;
const HOST = /^(?:\[[\da-f:.]+\]|[a-z\d](?:[\w.-]*[\w])?)(?::\d+)?$/i;
const BAD_USER = 'its user name is not valid';
const USER = /^[\w.+~][\w.+~-]*$/;

/** Whether the source is meant as a git host's address, even if it is malformed. */
export function isGitSource(source: string): boolean {
  return (
    /^(?:git\+|git:|[a-z]+:\/\/|[a-z]+::)/i.test(source) ||
    SCP.test(source) ||
    SCHEMELESS.test(source)
  );
}

/**
 * Parses addresses of git hosts as people copy them: `https://`, `ssh://` and `git@host:` addresses of repositories, pages of
 * branches, folders and files on GitHub, GitLab, Bitbucket and Gitea, folders behind `.git/` or `//`, and `git:<owner>/<repo>[/<path>]` on `defaultHost`; each with
 * `#<branch, tag or commit>`, those without a page also with `@`. Throws `source_invalid`, without credentials.
 */
export function parseGitSource(source: string, defaultHost = DEFAULT_HOST): GitSource {
  const refuse = (why: string): Error => sourceInvalid({ source: withoutSecrets(source), why });
  if (/[\s\p{Cc}\\]/u.test(source))
    throw refuse('it holds blanks, control characters or a backslash');
  const [, address = '', fragment] =
    /^([^#]*)(?:#(.*))?$/.exec(source.replace(/^git\+(?=\w+:)/i, '')) ?? [];
  const base = baseOf(address, { defaultHost, refuse });
  if (!HOST.test(base.host)) throw refuse('its host name is not valid');
  const inner = readAddressPath(base.path, { shorthand: base.shorthand });
  if (typeof inner === 'string') throw refuse(inner);
  const { ref, problem } = refOf(fragment, inner);
  if (problem !== undefined) throw refuse(problem);
  const { remote, repository, path, trail } = inner;
  const { prefix, credentials, host } = base;
  return {
    kind: 'git',
    text: textOf(base, inner, ref),
    url: `${prefix}${remote}`,
    credentials,
    host,
    repository,
    ref,
    path,
    trail,
  };
}

function refOf(
  fragment: string | undefined,
  { ref: named, trail }: AddressPath,
): { ref?: string | undefined; problem?: string | undefined } {
  if (fragment !== undefined && (named !== undefined || trail !== undefined))
    return { problem: 'it names a branch or commit twice' };
  const ref = fragment ?? named;
  return { ref, problem: ref === undefined ? undefined : refProblem(ref) };
}

function textOf(
  { shown, prefix }: Base,
  { isPage, written, explicit }: AddressPath,
  ref: string | undefined,
): string {
  const address = shown === undefined ? `${prefix}${explicit}` : `${shown}${written}`;
  return ref === undefined || isPage ? address : `${address}#${ref}`;
}

/** The source without possible secrets, for messages: users, passwords (also in malformed addresses or without `//`) and queries. */
export function withoutSecrets(source: string): string {
  return source
    .replace(/^(?!git:|file:|npm:|archive:)[^/@:]*:[^/@]*@/, '')
    .replace(/\/\/[^/]*@/, '//')
    .replace(/\/\/[^/]*:[^/]*[^/\d\]][^/]*\/.*@/, '//')
    .replace(/\?[^#]*/, '');
}

interface Base {
  /** The part before the repository's path in the address for git. */
  readonly prefix: string;
  /** The same part in svc.json; `undefined`: the prefix, with the repository marked by `.git`. */
  readonly shown: string | undefined;
  readonly host: string;
  readonly path: string;
  readonly credentials: GitCredentials | undefined;
  /** Whether the path is `<owner>/<repository>[/<folder>]`. */
  readonly shorthand: boolean;
}

type Refuse = (why: string) => Error;

function baseOf(
  address: string,
  { defaultHost, refuse }: { defaultHost: string; refuse: Refuse },
): Base {
  if (/^git:(?!\/\/)/i.test(address))
    return baseOfShorthand(address.slice('git:'.length), defaultHost);
  const scp = address.includes('://') ? null : SCP.exec(address);
  if (scp !== null) return baseOfScp(scp, refuse);
  const text = SCHEMELESS.test(address) ? `https://${address}` : address;
  if (!/^(?:https?|ssh):\/\//i.test(text))
    throw refuse('repositories are fetched by https:// and ssh:// only');
  const url = parsedUrl(text);
  if (url === undefined) throw refuse('it is not an address');
  return baseOfUrl(url, refuse);
}

function baseOfShorthand(path: string, host: string): Base {
  const shown = host === DEFAULT_HOST ? 'git:' : undefined;
  return { prefix: `https://${host}/`, shown, host, path, credentials: undefined, shorthand: true };
}

function baseOfScp([, user = '', host = '', path = '']: RegExpExecArray, refuse: Refuse): Base {
  if (!USER.test(user)) throw refuse(BAD_USER);
  const prefix = `${user}@${host}:`;
  return { prefix, shown: prefix, host, path, credentials: undefined, shorthand: false };
}

function baseOfUrl(url: URL, refuse: Refuse): Base {
  const { protocol, host, pathname } = url;
  const wanted = folderOfQuery(url);
  if (wanted !== undefined) throw refuse(`the folder in its query is not read; write ${wanted}`);
  const isSsh = protocol === 'ssh:';
  const user = isSsh ? url.username : '';
  if (user !== '' && !USER.test(user)) throw refuse(BAD_USER);
  const prefix = `${protocol}//${user === '' ? '' : `${user}@`}${host}/`;
  const credentials = isSsh ? undefined : credentialsOf(url, refuse);
  return { prefix, shown: prefix, host, path: pathname.slice(1), credentials, shorthand: false };
}

/** The address that says what a page of Azure DevOps says in its query. */
function folderOfQuery({ protocol, host, pathname, searchParams }: URL): string | undefined {
  const path = searchParams.get('path')?.replace(/^\/+|\/+$/g, '');
  if (!pathname.includes('/_git/') || path === undefined || path === '') return undefined;
  const [, ref] = /^G[BTC](.+)$/.exec(searchParams.get('version') ?? '') ?? [];
  const folder = path.split('/').map(encodeURIComponent).join('/');
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}//${folder}${ref === undefined ? '' : `#${ref}`}`;
}

function credentialsOf({ username, password }: URL, refuse: Refuse): GitCredentials | undefined {
  if (username === '' && password === '') return undefined;
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw refuse('its user or password has a "%" that is not a valid escape');
  }
}
