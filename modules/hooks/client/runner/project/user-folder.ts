import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../command/environment.js';

/** The folder of the user's plugins. SVC_HOME does not change it, as in the installer, because agents look in the home folder. */
export function userFolder(env: Env): string {
  const home = process.platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  return join(home === undefined || home === '' ? homedir() : home, '.svc');
}
