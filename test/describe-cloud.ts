import { spawnSync } from 'node:child_process';
import { describe } from '@jest/globals';
import { lesserUser } from '../modules/sandbox/isolation/bubblewrap.js';

/** Why launches cannot run in a sandbox here; `undefined` if they can. */
function obstacle(): string | undefined {
  if (spawnSync('bwrap', ['--version']).error !== undefined) return 'install bubblewrap';
  // the sandbox binds the built programs, and a worker that is root starts it as another user
  const { status } = spawnSync('test', ['-r', process.cwd()], { cwd: '/', ...lesserUser() });
  return status === 0 ? undefined : 'let every user read this folder';
}

/** `describe` where the built programs can run launches in a sandbox; elsewhere it says what to do. */
export function describeCloud(name: string, suite: () => void): void {
  const missing = obstacle();
  if (missing === undefined) describe(name, suite);
  else describe.skip(`${name}: ${missing} to run`, suite);
}
