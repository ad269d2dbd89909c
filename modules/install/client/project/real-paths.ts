import { join } from 'node:path';
import { assertInside, isGitFolder, realPath, resolveInside } from './paths.js';
import type { Area } from './scope.js';

/**
 * `resolveInside` for many paths, with each folder resolved once. Valid only while no folder or link on the way to
 * these paths changes: while a command plans its changes, or within one stretch of synchronous calls.
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
    // an entry with a plain name lies inside if its folder does
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

/** `resolveInside` for one stretch of synchronous calls: consecutive paths of one folder resolve it once. */
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
