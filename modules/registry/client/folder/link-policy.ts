import { existsSync, type Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { codeOf, isNowhere } from '../../../../toolbox/file-errors.js';

interface LinkTarget {
  readonly path: string;
  readonly stats: Stats;
}

/**
 * Where symbolic links of a plugin may lead. An archive holds no links, so a link's target is copied: from inside the
 * plugin always, from the surrounding repository only on request, from elsewhere never.
 */
export class LinkPolicy {
  /** Folders that are being walked through links, to detect cycles. */
  private readonly open: string[] = [];

  private constructor(
    private readonly root: string,
    private readonly boundary: string,
    private readonly resolves: boolean | undefined,
  ) {}

  /** `resolves`: whether targets in the repository are copied; `undefined` if the caller has no such option. */
  static async of(root: string, resolves: boolean | undefined): Promise<LinkPolicy> {
    const real = await realpath(root);
    return new LinkPolicy(real, resolves === true ? repositoryAround(real) : real, resolves);
  }

  /** The target of the link at a path below the root, or why it cannot be followed. */
  async follow(path: string): Promise<LinkTarget | string> {
    const target = await this.locate(path);
    if (target === undefined) return 'It is a broken symbolic link.';
    if (!isWithin(target.path, this.boundary)) return this.outside(target.path);
    const here = dirname(join(this.root, path)) + sep;
    const loops =
      here.startsWith(target.path + sep) ||
      this.open.some((folder) => isWithin(folder, target.path));
    return loops ? 'It is a symbolic link to a folder that contains it.' : target;
  }

  async within(folder: string, walk: () => Promise<void>): Promise<void> {
    this.open.push(folder);
    await walk();
    this.open.pop();
  }

  private outside(target: string): string {
    const link = `It is a symbolic link to "${target}", which is outside the`;
    if (this.resolves === true) return `${link} repository.`;
    if (this.resolves === undefined) return `${link} plugin; replace it with a copy.`;
    return `${link} plugin; --resolve-symlinks ships a copy when that is inside the repository.`;
  }

  private async locate(path: string): Promise<LinkTarget | undefined> {
    try {
      const target = await realpath(join(this.root, path));
      return { path: target, stats: await stat(target) };
    } catch (error) {
      if (isNowhere(error) || codeOf(error) === 'ELOOP') return undefined;
      throw error;
    }
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** The nearest folder above with a `.git`; without one the folder itself. */
function repositoryAround(root: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return root;
  }
}
