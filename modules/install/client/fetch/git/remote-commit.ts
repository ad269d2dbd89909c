import { refUnknown } from '../../../contract/source-errors.js';
import type { GitRepository } from './git-repository.js';
import type { GitSource } from '../../resolve/git-source.js';

/** The commit that a source refers to on its host today. */
export interface RemoteCommit {
  /** The full hash, or the beginning that a person wrote. */
  readonly commit: string;
  /** The branch, tag or commit that was named; `undefined`: the default branch. */
  readonly ref: string | undefined;
  readonly path: string;
}

const COMMIT = /^[0-9a-f]{7,64}$/;
/** Branch names with more segments are not looked for in a page's address. */
const MAX_DEPTH = 12;

/** Asks the host which commit a source names, and where the branch's name ends and the folder begins. Fetches no files. */
export async function findRemoteCommit(git: GitRepository): Promise<RemoteCommit> {
  const { source } = git;
  const candidates = candidatesOf(source);
  const refs = await listRefs(
    git,
    candidates.flatMap(({ ref }) => (ref === undefined ? ['HEAD'] : patternsOf(ref))),
  );
  for (const { ref, path } of candidates) {
    const commit = ref === undefined ? refs.get('HEAD') : commitOf(ref, refs);
    if (commit !== undefined) return { commit, ref, path };
  }
  const last = candidates.at(-1);
  if (last?.ref !== undefined && COMMIT.test(last.ref))
    return { commit: last.ref, ref: last.ref, path: last.path };
  throw await unknownRef(git, last?.ref ?? 'HEAD');
}

/** The same for a commit that is known already. */
export function knownCommit(
  { path, trail }: GitSource,
  { commit, ref }: NonNullable<GitSource['pin']>,
): RemoteCommit {
  const below = trail?.slice((ref ?? '').length).replace(/^\//, '');
  return { commit, ref, path: below ?? path };
}

export async function unknownRef(git: GitRepository, ref: string): Promise<Error> {
  const branches = [...(await listRefs(git, ['refs/heads/*'])).keys()];
  return refUnknown({
    url: git.source.url,
    ref,
    known: branches.map((name) => name.slice('refs/heads/'.length)),
  });
}

/** Splits a page's address into branch and folder, the longest branch name first. */
function candidatesOf({ ref, path, trail }: GitSource): readonly Omit<RemoteCommit, 'commit'>[] {
  if (trail === undefined) return [{ ref, path }];
  const segments = trail.split('/');
  const lengths = Array.from(
    { length: Math.min(segments.length, MAX_DEPTH) },
    (_, index) => index + 1,
  ).reverse();
  return lengths.map((length) => ({
    ref: segments.slice(0, length).join('/'),
    path: segments.slice(length).join('/'),
  }));
}

function patternsOf(ref: string): readonly string[] {
  return [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`];
}

/** A branch wins over a tag of the same name, as on the hosts' pages. An annotated tag stands for its commit. */
function commitOf(ref: string, refs: ReadonlyMap<string, string>): string | undefined {
  return (
    refs.get(`refs/heads/${ref}`) ?? refs.get(`refs/tags/${ref}^{}`) ?? refs.get(`refs/tags/${ref}`)
  );
}

/** Asked once, so that everything that is read of a branch is of one commit. */
function listRefs(
  git: GitRepository,
  patterns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return git.once(`refs ${patterns.join(' ')}`, () => askForRefs(git, patterns));
}

async function askForRefs(
  git: GitRepository,
  patterns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await git.run(['ls-remote', '--', git.source.url, ...patterns]);
  const lines = stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line.includes('\t'));
  return new Map(
    lines.map(
      (line) => [line.slice(line.indexOf('\t') + 1), line.slice(0, line.indexOf('\t'))] as const,
    ),
  );
}
