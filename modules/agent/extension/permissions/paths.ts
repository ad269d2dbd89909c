import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf } from '../../../../toolbox/file-errors.js';

/** A path as pi's tools understand it: with `~`, with an `@` in front, with spaces of Unicode. */
export function typedPath(typed: string, cwd: string, home: string): string {
  const path = typed.replace(/^@/, '').replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ');
  if (path === '~') return home;
  if (path.startsWith('~/')) return home + path.slice(1);
  return isAbsolute(path) ? path : resolve(cwd, path);
}

/**
 * Where a path leads, links followed as far as there is something. A link that leads nowhere leads where it says: writing through it would make
 * that file, so it counts as unknown (`undefined`).
 */
export function realLocation(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return undefined;
  }
  if (isLink(path)) return undefined;
  const parent = dirname(path);
  const real = parent === path ? path : realLocation(parent);
  return real === undefined ? undefined : join(real, basename(path));
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

export function isAtOrBelow(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return !isAbsolute(inner) && inner.split(sep)[0] !== '..';
}

interface Project {
  readonly root: string;
  readonly guarded: readonly string[];
}

/** Whether a change there is one outside the project, or of a guarded part of it. Some file systems ignore case. */
export function isOutside(path: string, { root, guarded }: Project): boolean {
  const real = realLocation(path);
  if (real === undefined || !isAtOrBelow(root, real)) return true;
  const folded = real.toLowerCase();
  return guarded.some((each) => isAtOrBelow(join(root, each).toLowerCase(), folded));
}

/** What of the user's own files nobody needs to read for a project: credentials, except the skills beside them. */
export function isSecret(path: string, home: string): boolean {
  const real = realLocation(path) ?? path;
  const own = join(realLocation(home) ?? home, '.svc');
  const open = [join(own, 'agent', 'skills'), join(own, 'plugins')];
  return isAtOrBelow(own, real) && !open.some((folder) => isAtOrBelow(folder, real));
}
