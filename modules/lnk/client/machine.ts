import { homedir, platform, tmpdir } from 'node:os';
import type { Context } from 'svc-registry/kernel';
import type { Machine } from '../decide/paths/machine.js';

/** What the built-in rules for paths depend on: folders of this machine. */
export const machineOf = ({ cwd, env }: Pick<Context, 'cwd' | 'env'>): Machine => ({
  home: env['HOME'] ?? homedir(),
  cwd,
  temp: env['TMPDIR'] ?? tmpdir(),
  driveLetters: platform() === 'win32',
});
