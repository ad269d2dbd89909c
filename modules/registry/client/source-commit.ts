import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Context } from 'svc-registry/kernel';

/** A folder's commit, or why it has none. */
export type SourceCommit =
  { readonly hash: string } | { readonly hash: undefined; readonly why: string };

const TIME_LIMIT_MS = 10_000;
const MAX_OUTPUT = 16 * 1024 * 1024;

/** Of git's variables only its configuration is kept: others may refer to the repository of a calling hook. */
const WITHHELD = /^(?:SVC_|GIT_(?!CONFIG_|EXEC_PATH))/;

/** Asks git. Writes nothing, and never throws: problems of git or the repository must not stop a publish. */
export async function sourceCommit(
  folder: string,
  { env, signal }: Pick<Context, 'env' | 'signal'>,
): Promise<SourceCommit> {
  const git = gitIn(folder, { env, signal });
  try {
    // the second fails if the folder is not part of the commit, being new or ignored
    const [hash = ''] = (await git('rev-parse', 'HEAD', 'HEAD:./')).split('\n');
    const changes = await git('status', '--porcelain', '--untracked-files=normal', '--', '.');
    return changes === ''
      ? { hash }
      : { hash: undefined, why: `${folder} has uncommitted changes` };
  } catch (error) {
    signal.throwIfAborted();
    return { hash: undefined, why: whyNot(folder, error) };
  }
}

function gitIn(
  cwd: string,
  { env, signal }: Pick<Context, 'env' | 'signal'>,
): (...args: string[]) => Promise<string> {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !WITHHELD.test(name)));
  const settings = {
    cwd,
    signal,
    env: {
      ...kept,
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_LAZY_FETCH: '1',
      LC_ALL: 'C',
    },
    timeout: TIME_LIMIT_MS,
    maxBuffer: MAX_OUTPUT,
    windowsHide: true,
  };
  return async (...args) =>
    (await promisify(execFile)('git', ['-c', 'core.fsmonitor=false', ...args], settings)).stdout;
}

function whyNot(folder: string, error: unknown): string {
  const { code, killed, stderr } = error as { code?: unknown; killed?: boolean; stderr?: string };
  if (code === 'ENOENT') return 'the program git is not on the PATH';
  if (killed === true) return `git took too long in ${folder}`;
  if (stderr?.includes('dubious ownership') === true)
    return `git does not trust the repository of ${folder} (its setting safe.directory)`;
  return `${folder} is in no commit of a git repository`;
}
