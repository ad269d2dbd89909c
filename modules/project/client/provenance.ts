import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Context } from 'svc-registry/kernel';
import { normalGitAddress, type ProjectSource } from '../contract/source.js';

const TIME_LIMIT_MS = 10_000;

/** Of git's own variables only its configuration is passed on: the others may point to a repository whose hook runs this command. */
const WITHHELD = /^(?:SVC_|GIT_(?!CONFIG_|EXEC_PATH))/;

type Environment = Pick<Context, 'env' | 'signal'>;

/** The repository that a folder was cloned from, as reported by git; `undefined` outside a repository and for one whose remote names no host. */
export async function provenanceOf(
  folder: string,
  environment: Environment,
): Promise<ProjectSource | undefined> {
  const git = gitIn(folder, environment);
  const subpath = await git('rev-parse', '--show-prefix');
  if (subpath === undefined) return undefined;
  const remote = await remoteOf(git);
  const uri = remote === undefined ? undefined : normalGitAddress(remote);
  return uri === undefined ? undefined : { type: 'git', uri, subpath: subpath.replace(/\/$/, '') };
}

/** The URL of `origin`, or of the only remote. */
async function remoteOf(git: Git): Promise<string | undefined> {
  const remotes = (await git('remote'))?.split('\n').filter(Boolean) ?? [];
  const name = remotes.includes('origin')
    ? 'origin'
    : remotes.length === 1
      ? remotes[0]
      : undefined;
  // as configured, because rewriting by `url.<base>.insteadOf` applies to this machine only
  return name === undefined ? undefined : git('config', '--get', `remote.${name}.url`);
}

/** Returns `undefined` when git fails or is not installed. */
type Git = (...args: string[]) => Promise<string | undefined>;

function gitIn(cwd: string, { env, signal }: Environment): Git {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !WITHHELD.test(name)));
  const settings = {
    cwd,
    signal,
    env: { ...kept, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
    timeout: TIME_LIMIT_MS,
    windowsHide: true,
  };
  return async (...args) => {
    try {
      return (
        await promisify(execFile)('git', ['-c', 'core.fsmonitor=false', ...args], settings)
      ).stdout.trimEnd();
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  };
}
