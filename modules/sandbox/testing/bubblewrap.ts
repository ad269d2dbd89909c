import { spawnSync } from 'node:child_process';
import { describe, it } from '@jest/globals';

const installed = spawnSync('bwrap', ['--version']).error === undefined;

/** `describe` where bubblewrap is installed; elsewhere it says how to have it. */
export function describeWithBubblewrap(name: string, suite: () => void): void {
  if (installed) describe(name, suite);
  else describe.skip(`${name}: install bubblewrap to run`, suite);
}

/** `it` where bubblewrap also isolates programs here, and not only is installed. */
export const itIsolated =
  spawnSync('bwrap', ['--unshare-pid', '--ro-bind', '/', '/', 'true']).status === 0 ? it : it.skip;
