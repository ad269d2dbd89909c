import { join } from 'node:path';
import { assertInside, isGitFolder, realPath, resolveInside } from './paths.js';
import type { Area } from './scope.js';

/**
 * `resolveInside` for many paths: each folder is looked at once. Only for as long as no folder or link of the area that leads to
 * these paths changes: while a command plans what it will do, or within one stretch of synchronous calls.
 */
export class RealPaths {
  private readonly folders = new Map<string, string>();
  private knownRoot: string | undefined;

  constructor(private readonly area: Area) {}

  /** The real path of the area's root. */
  get root(): string {
    this.knownRoot ??= realPath(this.area.root);
    return this.knownRoot;
  }

  /** Throws `unsafe_path` as `resolveInside` does. */
  resolve(path: string): string {
    const start = path.lastIndexOf('/') + 1;
    const [above, name] = [path.slice(0, start), path.slice(start)];
    if (!isPlainName(name)) return resolveInside(this.area, path);
    // what has a plain name in a folder that lies inside, lies inside
    const known = this.folders.get(above);
    if (known !== undefined) return join(known, name);
    const target = resolveInside(this.area, path);
    this.folders.set(above, target.slice(0, -name.length));
    return target;
  }

  /** Throws `unsafe_path` as `assertInside` does. */
  assertInside(location: { target: string; path: string }): void {
    assertInside(this.area, location);
  }
}

/** `resolveInside` for paths that come one after the other in one stretch of synchronous calls: those of one folder look at it once. */
export function withinOneFolder(area: Area): (path: string) => string {
  let [last, paths] = [undefined as string | undefined, new RealPaths(area)];
  return (path) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (folder !== last) [last, paths] = [folder, new RealPaths(area)];
    return paths.resolve(path);
  };
}

function isPlainName(name: string): boolean {
  return (
    name !== '' && name !== '.' && name !== '..' && !/[\\\0:]/.test(name) && !isGitFolder(name)
  );
}
