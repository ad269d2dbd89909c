import { spawn, type ChildProcess } from 'node:child_process';
import { signalGroup } from '../../../../toolbox/process-group.js';

type Env = Readonly<Record<string, string | undefined>>;

const LIMIT_MS = 2000;

/** Bytes of a branch's name; file systems allow fewer. */
const LONGEST = 16 * 1024;

/** Of git's own variables, those on where its configuration and programs are. Others refer to the repository of a calling hook, or write traces. */
const KEPT =
  /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|EXEC_PATH|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM)$/;

/**
 * The branch that templates know as `git_branch`: LNK_BRANCH_NAME, or the one of the folder. `undefined` without git, without a
 * repository, with a detached HEAD, and when git fails or takes longer than the limit.
 */
export async function gitBranch(
  cwd: string,
  env: Env,
  { limit = LIMIT_MS }: { readonly limit?: number } = {},
): Promise<string | undefined> {
  const given = env['LNK_BRANCH_NAME'];
  if (given !== undefined && given !== '') return given;
  const said = await outputOfGit(cwd, env, limit);
  const branch = said?.replace(/\r?\n$/, '');
  return branch === '' ? undefined : branch;
}

function outputOfGit(cwd: string, env: Env, limit: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = start(cwd, env);
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (said?: string): void => {
      clearTimeout(timer);
      resolve(said);
    };
    const stop = (): void => {
      signalGroup(child, 'SIGKILL');
      // a process that has left the group may keep the pipe open
      child.stdout?.destroy();
      child.unref();
      end();
    };
    const timer = setTimeout(stop, limit);
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LONGEST) stop();
      else chunks.push(chunk);
    });
    // no git, or no such folder
    child.on('error', () => {
      end();
    });
    child.on('close', (code) => {
      end(code === 0 ? Buffer.concat(chunks).toString('utf8') : undefined);
    });
  });
}

/** In a session of its own, without a terminal: nothing can prompt, and all that git starts is ended with it. */
function start(cwd: string, env: Env): ChildProcess {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_/.test(name) || KEPT.test(name));
  return spawn('git', ['--no-pager', 'branch', '--show-current'], {
    cwd,
    env: {
      ...Object.fromEntries(kept),
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      LC_ALL: 'C',
    },
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
