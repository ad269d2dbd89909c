import { resolve } from 'node:path';
import { usageError, type Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { pluginFoldersKey, type PluginFolders } from '../../../registry/contract/plugin-format.js';
import { folderAt, folderSource, type Source } from '../source.js';
import { FixWriter } from './fix-writer.js';

/** A folder of this machine whose skill is to be improved. */
export interface FixSource {
  /** Absolute. */
  readonly root: string;
  readonly source: Source;
}

/** Finds what a fix run improves. */
@injectable()
export class FixSources {
  constructor(
    @inject(pluginFoldersKey) private readonly plugins: PluginFolders,
    @inject(FixWriter) private readonly writer: FixWriter,
  ) {}

  /** A usage error for what no folder of this machine is: there would be nothing to write to. What a killed command has left there is finished. */
  async at(path: string, { cwd }: Pick<Context, 'cwd'>): Promise<FixSource> {
    const root = await folderAt(resolve(cwd, path));
    if (root === undefined)
      throw usageError({
        what: `"${path}" is no folder on this machine, so there is nothing to write to.`,
        hint: 'Name the folder of a skill. Of a repository, clone it first.',
      });
    await this.writer.finishInterrupted(root);
    return { root, source: folderSource(root, this.plugins) };
  }
}
