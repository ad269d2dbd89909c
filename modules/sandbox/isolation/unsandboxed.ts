import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { programFolders } from './bubblewrap.js';
import { markedProcesses } from './process-tree.js';
import { closed, kill, RUNNER_FILE, runnerOptions, type StartRunner } from './runner-process.js';

/** Rounds of killing: a process may start another one while it is being looked for. */
const ROUNDS = 20;

/** Processes carry the mark in their environment; one that removes it is not found. */
function killMarked(mark: string, besides?: number): number {
  if (!existsSync('/proc/self/environ')) return 0;
  const pids = markedProcesses(mark).filter((pid) => pid !== besides);
  for (const pid of pids) kill(pid);
  return pids.length;
}

export const startUnsandboxed: StartRunner = (_request, { folder, socket }, searchPath) => {
  const [work, home, temporary] = [join(folder, 'work'), join(folder, 'home'), join(folder, 'tmp')];
  for (const path of [work, home, temporary]) mkdirSync(path);
  const mark = randomUUID();
  const options = runnerOptions({ folder: work, socket, port: 0 });
  const child = spawn(process.execPath, [RUNNER_FILE, options], {
    cwd: work,
    env: { SANDBOX_MARK: mark },
    detached: true,
  });
  const gone = closed(child);
  return {
    child,
    folder: work,
    env: {
      ...{ HOME: home, TMPDIR: temporary, PATH: searchPath ?? programFolders() },
      SANDBOX_MARK: mark,
    },
    killStrays: () => void killMarked(mark, child.pid),
    end: async () => {
      child.kill('SIGKILL');
      for (let round = 0; round < ROUNDS; round++) if (killMarked(mark) === 0) break;
      await gone;
    },
  };
};
