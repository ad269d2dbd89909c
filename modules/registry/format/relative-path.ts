import { posix } from 'node:path';

/** A path of the manifest (`./rules/`, `skills/x`) as `rules`, `skills/x` or `.`; `undefined` when it leaves the plugin or is not relative. */
export function pluginPath(written: string): string | undefined {
  if (written === '' || written.includes('\\') || written.includes('\0')) return undefined;
  if (posix.isAbsolute(written) || /^[A-Za-z]:/.test(written) || written.startsWith('~'))
    return undefined;
  const path = posix.normalize(written).replace(/\/$/, '');
  return path === '..' || path.startsWith('../') ? undefined : path;
}
