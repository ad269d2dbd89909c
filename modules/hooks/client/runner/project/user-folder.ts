import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../command/environment.js';

/** Where the user's plugins are. As when they are installed, SVC_HOME does not move it: agents look in the home folder. */
export function userFolder(env: Env): string {
  const home = process.platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  return join(home === undefined || home === '' ? homedir() : home, '.svc');
}
