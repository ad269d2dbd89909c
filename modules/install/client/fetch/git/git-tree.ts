import type { LooseFile } from '../../../../registry/contract/plugin-format.js';
import { GitFailure } from './git-process.js';
import type { GitRepository } from './git-repository.js';
import { unknownRef, type RemoteCommit } from './remote-commit.js';
import type { SourceTree, TreeEntry } from '../collection/source-tree.js';
import { explainGitFailure, historyRewritten } from './git-failure.js';

interface GitEntry extends TreeEntry {
  readonly object: string;
  readonly executable: boolean;
}

/** A commit's files. Their contents are fetched when they are read. */
interface GitTree extends SourceTree {
  /** In full. */
  readonly commit: string;
}

const FETCH = [
  'fetch',
  '--quiet',
  '--progress',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--filter=blob:none',
];
/** Messages of servers that serve only the newest commit of a branch. */
const NOT_ADVERTISED =
  /not our ref|unadvertised object|no such remote ref|couldn't find remote ref|not a valid object name|bad object/i;

/** The files of a commit. Callers share one fetch of a commit. */
export function fetchTree(git: GitRepository, wanted: RemoteCommit): Promise<GitTree> {
  return git.once(`tree ${wanted.commit}`, () => newTree(git, wanted));
}

async function newTree(git: GitRepository, wanted: RemoteCommit): Promise<GitTree> {
  const { commit, complete } = await git.alone(async () => {
    await git.once('init', () => init(git, wanted));
    return fetchCommit(git, wanted);
  });
  const { stdout } = await git.run(['ls-tree', '-r', '-z', '--full-tree', commit]);
  const entries = new Map(readListing(stdout).map((entry) => [entry.path, entry] as const));
  const known = (paths: readonly string[]): readonly GitEntry[] =>
    paths.flatMap((path) => entries.get(path) ?? []);
  return {
    commit,
    entries,
    read: (paths) => readBlobs(git, known(paths), complete),
    prefetch: (paths) => fetchBlobs(git, objectsOf(known(paths).filter(hasContent)), complete),
    identify: (paths) =>
      Promise.resolve(new Map(known(paths).map(({ path, object }) => [path, object] as const))),
    sizes: (paths) => sizesOfBlobs(git, known(paths), complete),
  };
}

async function init(git: GitRepository, { commit }: RemoteCommit): Promise<void> {
  const format = commit.length === 64 ? ['--object-format=sha256'] : [];
  await git.run(['init', '--quiet', '--bare', ...format, '.']);
}

interface Fetched {
  readonly commit: string;
  /** Whether the host sent all files at once, because it cannot do otherwise. */
  readonly complete: boolean;
}

async function fetchCommit(git: GitRepository, { commit, ref }: RemoteCommit): Promise<Fetched> {
  if (commit.length >= 40) {
    try {
      return {
        commit,
        complete: isComplete(await git.tryRun([...FETCH, '--depth=1', 'origin', commit])),
      };
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      if (!NOT_ADVERTISED.test(error.said)) throw explainGitFailure(error, git.source);
    }
  }
  return searchHistory(git, commit, ref);
}

/** An abbreviated hash can be found only in the whole history; some hosts serve no single commit at all. */
async function searchHistory(
  git: GitRepository,
  commit: string,
  ref: string | undefined,
): Promise<Fetched> {
  const { stderr } = await git.run([
    ...FETCH,
    'origin',
    '+refs/heads/*:refs/heads/*',
    '+refs/tags/*:refs/tags/*',
  ]);
  try {
    const { stdout } = await git.tryRun(['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]);
    return { commit: stdout.toString('utf8').trim(), complete: isComplete({ stderr }) };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const isWritten = ref === commit || commit.length < 40;
    throw isWritten ? await unknownRef(git, ref ?? commit) : historyRewritten(git.source);
  }
}

function isComplete({ stderr }: { stderr: string }): boolean {
  return /filtering not recognized/i.test(stderr);
}

function readListing(listing: Buffer): readonly GitEntry[] {
  return listing
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode = '', object = '', path = ''] =
        /^(\d+) \w+ ([0-9a-f]+)\t([^]*)$/.exec(line) ?? [];
      return path === ''
        ? []
        : [{ path, object, kind: kindOf(mode), executable: mode === '100755' }];
    });
}

function kindOf(mode: string): TreeEntry['kind'] {
  if (mode.startsWith('100')) return 'file';
  return mode === '120000' ? 'link' : 'other';
}

async function readBlobs(
  git: GitRepository,
  entries: readonly GitEntry[],
  complete: boolean,
): Promise<readonly LooseFile[]> {
  const objects = objectsOf(entries);
  if (objects.length === 0) return [];
  await fetchBlobs(git, objects, complete);
  const contents = readBatch((await git.run(['cat-file', '--batch'], listOf(objects))).stdout);
  return entries.map(({ path, executable, object }) => ({
    path,
    executable,
    content: contents.get(object) ?? missing(object),
  }));
}

async function sizesOfBlobs(
  git: GitRepository,
  entries: readonly GitEntry[],
  complete: boolean,
): Promise<ReadonlyMap<string, number>> {
  const files = entries.filter(hasContent);
  if (files.length === 0) return new Map();
  const objects = objectsOf(files);
  await fetchBlobs(git, objects, complete);
  const check = ['cat-file', '--batch-check=%(objectname) %(objectsize)'];
  const { stdout } = await git.run(check, listOf(objects));
  const lines = stdout.toString('utf8').trim().split('\n');
  const sizes = new Map(
    lines.map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])] as const),
  );
  return new Map(files.map(({ path, object }) => [path, sizes.get(object) ?? missing(object)]));
}

/** Fetches those that are not there yet in one request, because git would fetch each on its own. */
async function fetchBlobs(
  git: GitRepository,
  objects: readonly string[],
  complete: boolean,
): Promise<void> {
  if (complete) return;
  await git.alone(async () => {
    const missing = objects.filter((object) => !git.fetched.has(object));
    if (missing.length === 0) return;
    const fetch = ['-c', 'fetch.negotiationAlgorithm=noop', ...FETCH, '--stdin', 'origin'];
    await git.run(fetch, listOf(missing));
    for (const object of missing) git.fetched.add(object);
  });
}

const hasContent = ({ kind }: GitEntry): boolean => kind !== 'other';

const objectsOf = (entries: readonly GitEntry[]): readonly string[] => [
  ...new Set(entries.map(({ object }) => object)),
];

/** As git reads it. */
const listOf = (objects: readonly string[]): string => `${objects.join('\n')}\n`;

/** `<object> blob <size>`, a line end, the content, a line end; and so on. */
function readBatch(batch: Buffer): ReadonlyMap<string, Uint8Array> {
  const contents = new Map<string, Uint8Array>();
  for (let start = 0; start < batch.length;) {
    const end = batch.indexOf('\n', start);
    const [object = '', type = '', size = ''] = batch.toString('latin1', start, end).split(' ');
    if (type !== 'blob') missing(object);
    const next = end + 1 + Number(size);
    contents.set(object, batch.subarray(end + 1, next));
    start = next + 1;
  }
  return contents;
}

function missing(object: string): never {
  throw new Error(`git did not deliver the object ${object}`);
}
