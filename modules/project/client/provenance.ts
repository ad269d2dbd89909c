import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Context } from 'svc-registry/kernel';
import { normalGitAddress, type ProjectSource } from '../contract/source.js';

const TIME_LIMIT_MS = 10_000;

/** Of git's own variables only its configuration: the others may name a repository whose hook runs this command. */
const WITHHELD = /^(?:SVC_|GIT_(?!CONFIG_|EXEC_PATH))/;

type Environment = Pick<Context, 'env' | 'signal'>;

/** The repository that a folder was cloned from, as git reports it; `undefined` where it is in none, or in one that names no host. */
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

/** `origin`, or the only one. */
async function remoteOf(git: Git): Promise<string | undefined> {
  const remotes = (await git('remote'))?.split('\n').filter(Boolean) ?? [];
  const name = remotes.includes('origin')
    ? 'origin'
    : remotes.length === 1
      ? remotes[0]
      : undefined;
  // as configured: what `url.<base>.insteadOf` makes of it concerns this machine only
  return name === undefined ? undefined : git('config', '--get', `remote.${name}.url`);
}

/** `undefined` when git says no, or is not there. */
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
