import { homedir } from 'node:os';
import { join } from 'node:path';

/** `~/.svc`, unless SVC_HOME names another folder. */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  const named = env['SVC_HOME'];
  return named === undefined || named === '' ? join(homedir(), '.svc') : named;
}
