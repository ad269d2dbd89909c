import { spawnSync } from 'node:child_process';
import { describe } from '@jest/globals';

const installed = spawnSync('bwrap', ['--version']).error === undefined;

/** `describe` where bubblewrap is installed; elsewhere it says how to have it. */
export function describeWithBubblewrap(name: string, suite: () => void): void {
  if (installed) describe(name, suite);
  else describe.skip(`${name}: install bubblewrap to run`, suite);
}
