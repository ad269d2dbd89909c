import { posix } from 'node:path';
import { sandboxFileFailed } from '../contract/errors.js';

/** The absolute path of a file below the work folder. Throws `sandbox_file_failed` for a path that leads out of it, or is the folder itself. */
export function innerPath(folder: string, path: string): string {
  const whole = posix.isAbsolute(path) ? posix.normalize(path) : posix.join(folder, path);
  if (!path.includes('\0') && whole.startsWith(`${folder}/`) && !whole.endsWith('/')) return whole;
  throw sandboxFileFailed({ path, why: 'it is not a file below the work folder' });
}
