/** The parts of an address's path. */
export interface AddressPath {
  /** The repository as passed to git. */
  readonly remote: string;
  /** The same without `.git`. */
  readonly repository: string;
  /** The path as it was written, without a branch or commit after `@`. */
  readonly written: string;
  /** True if `.git` marks the end of the repository's path, on any host. */
  readonly explicit: string;
  /** Whether it is the address of a page that names the branch, tag or commit. */
  readonly isPage: boolean;
  readonly ref: string | undefined;
  readonly path: string;
  readonly trail: string | undefined;
}

const FILE = 'SKILL.md';
const REPOSITORY = /^[\w.+~%][\w.+~%-]*$/;

/** Pages of git hosts. The first group is the repository, the second what follows the word for the kind of page. */
const PAGES: readonly { readonly pattern: RegExp; readonly names: 'trail' | 'commit' }[] = [
  // GitLab, with subgroups
  { pattern: /^(.+?\/.+?)\/-\/(?:tree|blob|raw)\/(.+)$/, names: 'trail' },
  // Gitea, Forgejo
  { pattern: /^([^/]+\/[^/]+)\/(?:src|raw)\/(?:branch|tag)\/(.+)$/, names: 'trail' },
  { pattern: /^([^/]+\/[^/]+)\/(?:src|raw)\/commit\/(.+)$/, names: 'commit' },
  // GitHub
  { pattern: /^([^/]+\/[^/]+)\/(?:tree|blob|raw)\/(.+)$/, names: 'trail' },
  // Bitbucket
  { pattern: /^([^/]+\/[^/]+)\/src\/(.+)$/, names: 'trail' },
];

/** Its address for git is not part of the page's. */
const SERVER_PAGE = /(?:^|\/)(?:projects|users)\/[^/]+\/repos\/[^/]+(?:\/|$)/;
const SERVER_PAGE_PROBLEM =
  'it is a page of Bitbucket Server; write the address that its button "Clone" shows, with the folder behind it: https://<host>/scm/<project>/<repository>.git/<folder>#<branch>';

/** Parses an address's path; returns a text on failure. `shorthand`: a folder follows owner and repository. */
export function readAddressPath(
  address: string,
  { shorthand }: { shorthand: boolean },
): AddressPath | string {
  const text = address.replace(/\/+$/, '').replace(/^\/+/, '');
  if (!shorthand && SERVER_PAGE.test(text)) return SERVER_PAGE_PROBLEM;
  const page = shorthand ? undefined : readPage(text);
  const parts = page ?? readPlain(text, shorthand);
  const decoded = decodeParts(parts);
  if (typeof decoded === 'string') return decoded;
  const repository = parts.remote.replace(/\.git$/i, '');
  const problem =
    repositoryProblem(repository, shorthand) ??
    folderProblem(decoded.path) ??
    folderProblem(decoded.trail ?? '');
  if (problem !== undefined) return problem;
  const explicit = [`${repository}.git`, parts.path].filter(Boolean).join('/');
  const { remote, written } = parts;
  return { ...decoded, remote, repository, written, explicit, isPage: page !== undefined };
}

/** Why a name is not valid for a branch, tag or commit, or could be mistaken for something else. */
export function refProblem(ref: string): string | undefined {
  const broken =
    ref === '' ||
    ref.length > 250 ||
    /^[-/.]|\/$|\.\.|\/\/|@\{|[\s~^:?*[\\\p{Cc}]|\.lock$|\.$/u.test(ref);
  return broken ? 'its branch or commit is not a valid name' : undefined;
}

type Parts = Pick<AddressPath, 'remote' | 'written' | 'ref' | 'path' | 'trail'>;

function readPage(text: string): Parts | undefined {
  for (const { pattern, names } of PAGES) {
    const [, remote, rest] = pattern.exec(text) ?? [];
    if (remote === undefined || rest === undefined) continue;
    const page = { remote, written: text, ref: undefined, path: '', trail: undefined };
    if (names === 'trail') return { ...page, trail: withoutFile(rest) };
    const [ref = '', ...path] = rest.split('/');
    return { ...page, ref, path: withoutFile(path.join('/')) };
  }
  return undefined;
}

function readPlain(text: string, shorthand: boolean): Parts {
  const at = text.indexOf('@', text.lastIndexOf('/') + 2);
  const [address, ref] = at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
  const [remote, path] = shorthand ? splitShorthand(address) : splitAddress(address);
  return {
    written: address,
    remote: shorthand && !/\.git$/i.test(remote) ? `${remote}.git` : remote,
    ref,
    path: withoutFile(path),
    trail: undefined,
  };
}

function splitShorthand(address: string): readonly [string, string] {
  const [, remote = address, path = ''] = /^([^/]+\/[^/]+)(?:\/+(.+))?$/.exec(address) ?? [];
  return [remote, path];
}

/** What separates the address of a repository from a folder in it. */
export function folderMark(repository: string): string {
  return /\.git$/i.test(repository) ? '/' : '//';
}

/** A repository ends at `.git`, or at `//` where its address has no such ending. */
function splitAddress(address: string): readonly [string, string] {
  const [before = '', ...after] = address.split(/\/\/+/);
  const [, remote = before, inner = ''] = /^(.+?\.git)(?:\/(.+))?$/i.exec(before) ?? [];
  return [remote, [inner, ...after].filter(Boolean).join('/')];
}

/** The folder of a skill, which may be named by its file too. */
function withoutFile(path: string): string {
  return path === FILE ? '' : path.replace(new RegExp(`/${FILE}$`), '');
}

function decodeParts({ ref, path, trail }: Parts): Pick<Parts, 'ref' | 'path' | 'trail'> | string {
  try {
    return {
      ref: ref && decodeURIComponent(ref),
      path: decodeURIComponent(path),
      trail: trail && decodeURIComponent(trail),
    };
  } catch {
    return 'it has a "%" that is not a valid escape';
  }
}

function repositoryProblem(repository: string, shorthand: boolean): string | undefined {
  const segments = repository.split('/');
  const isName = segments.every((segment) => REPOSITORY.test(segment) && !/^\.\.?$/.test(segment));
  if (isName && (!shorthand || segments.length === 2)) return undefined;
  return shorthand ? 'it must name <owner>/<repo>' : 'it names no repository';
}

function folderProblem(path: string): string | undefined {
  if (path.startsWith('-')) return 'a name in it begins with a hyphen';
  if (/[\\?\p{Cc}]|::/u.test(path))
    return 'it holds a "?", a "::", a backslash or control characters';
  return path.split('/').some((segment) => segment === '.' || segment === '..')
    ? 'it leads out of the repository'
    : undefined;
}
