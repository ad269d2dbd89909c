import { isSvcError } from 'svc-registry/kernel';
import { isRecord, type Fields } from '../../../../../toolbox/type-guards.js';
import { shortened } from '../../../../../toolbox/shortened.js';
import { folderMark } from '../../resolve/address-path.js';
import { isGitSource, parseGitSource } from '../../resolve/git-source.js';
import { isPackageSource, parsePackageSource } from '../../resolve/package-source.js';
import type { FolderFinder } from './entry-folders.js';

/** Where an entry of a marketplace says that its plugin is. */
export type EntryLocation =
  /** A folder of the marketplace's own repository, relative to the tree that the marketplace was read from; `''` is all of it. */
  | { readonly kind: 'folder'; readonly path: string }
  /** Elsewhere: the text of a source, with the pin that the entry has. */
  | { readonly kind: 'source'; readonly text: string }
  /** It cannot be installed: `why` ends a sentence. */
  | { readonly kind: 'unsupported'; readonly why: string };

/** The text of a source, or the reason why the entry cannot be installed. */
type Text = string | { readonly why: string };

const KINDS: ReadonlyMap<unknown, (source: Fields) => Text> = new Map<
  unknown,
  (source: Fields) => Text
>([
  ['github', githubText],
  ['url', gitText],
  ['git', gitText],
  ['git-subdir', subfolderText],
  ['npm', npmText],
  ['archive', archiveText],
  [
    'command',
    () => ({ why: 'a program of the marketplace would have to run, and svc runs none of them' }),
  ],
]);

/** Local folders under the names that other tools give them. */
const FOLDER_KINDS: ReadonlySet<unknown> = new Set(['local', 'directory']);
const REPOSITORY = /^[\w.-]+\/[\w.-]+$/;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const MAX_TEXT = 2_000;

/** Reads the `source` of an entry. */
export function locationOf(source: unknown, folders: FolderFinder): EntryLocation {
  if (typeof source === 'string') return folderAt(source, folders);
  if (!isRecord(source)) return { kind: 'unsupported', why: 'it has no "source"' };
  const { source: kind, path } = source;
  if (FOLDER_KINDS.has(kind) && typeof path === 'string') return folderAt(path, folders);
  const textOf = KINDS.get(kind);
  const text =
    textOf === undefined
      ? {
          why: `svc knows no source of the kind ${shortened(kind === undefined ? 'none' : JSON.stringify(kind), 60)}`,
        }
      : checked(textOf(source));
  return typeof text === 'string' ? { kind: 'source', text } : { kind: 'unsupported', ...text };
}

function folderAt(path: string, folders: FolderFinder): EntryLocation {
  const found = folders.find(path);
  return 'path' in found
    ? { kind: 'folder', path: found.path }
    : { kind: 'unsupported', why: found.why };
}

/** What cannot be a source is found out before anybody chooses it. */
function checked(text: Text): Text {
  if (typeof text !== 'string') return text;
  if (text.length > MAX_TEXT) return { why: `its source is longer than ${MAX_TEXT} characters` };
  try {
    if (isPackageSource(text)) return parsePackageSource(text).text;
    return isGitSource(text) ? parseGitSource(text).text : { why: 'its source is no address' };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return { why: `its source cannot be used: ${error.message}` };
  }
}

function githubText(source: Fields): Text {
  const { repo } = source;
  if (typeof repo !== 'string' || !REPOSITORY.test(repo))
    return { why: 'its "repo" is not <owner>/<repo>' };
  return withPin(`git:${repo}${folderIn(source)}`, source);
}

function gitText(source: Fields): Text {
  const { url } = source;
  if (typeof url !== 'string') return { why: 'it has no "url"' };
  const folder = folderIn(source);
  if (REPOSITORY.test(url)) return withPin(`git:${url}${folder}`, source);
  if (folder === '') return withPin(url, source);
  const repository = url.replace(/\/+$/, '');
  return withPin(`${repository}${folderMark(repository)}${folder.slice(1)}`, source);
}

function subfolderText(source: Fields): Text {
  return typeof source['path'] === 'string' ? gitText(source) : { why: 'it has no "path"' };
}

/** `/<folder>`; empty for the whole repository. A wrong path stays wrong, and is refused as a source. */
function folderIn({ path }: Fields): string {
  if (typeof path !== 'string') return '';
  const folder = path.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
  return folder === '' || folder === '.' ? '' : `/${encodedFolder(folder)}`;
}

function encodedFolder(folder: string): string {
  return folder.split('/').map(encodeURIComponent).join('/');
}

/** The commit counts, if the entry names one, and the branch or tag otherwise. */
function withPin(address: string, { ref, sha }: Fields): Text {
  if (address.includes('#')) return { why: 'its address has a "#"' };
  if (sha !== undefined && sha !== null) {
    const commit = typeof sha === 'string' ? sha.toLowerCase() : '';
    return COMMIT.test(commit)
      ? `${address}#${commit}`
      : { why: 'its "sha" is not the full hash of a commit' };
  }
  if (ref === undefined || ref === null) return address;
  return typeof ref === 'string'
    ? `${address}#${ref.replace(/^refs\/(?:heads|tags)\//, '')}`
    : { why: 'its "ref" is not a text' };
}

function npmText({ package: name, version, registry }: Fields): Text {
  if (typeof name !== 'string') return { why: 'it has no "package"' };
  const [wanted, from] = [version, registry].map((value) => value ?? '');
  if (typeof wanted !== 'string' || typeof from !== 'string')
    return { why: 'its "version" and "registry" must be texts' };
  return `npm:${name}${wanted && `@${wanted}`}${from && `?registry=${from}`}`;
}

function archiveText({ url, sha256, headers, headersHelper }: Fields): Text {
  if (typeof url !== 'string') return { why: 'it has no "url"' };
  if (headersHelper !== undefined || headers !== undefined)
    return { why: 'its archive needs headers of its own, which svc does not send' };
  if (sha256 === undefined || sha256 === null) return `archive:${url}`;
  return typeof sha256 === 'string'
    ? `archive:${url}#sha256:${sha256.toLowerCase()}`
    : { why: 'its "sha256" is not a text' };
}
