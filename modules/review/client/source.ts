import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { ifThere, isNowhere } from '../../../toolbox/file-errors.js';
import { downloadArchive } from '../../registry/contract/operations.js';
import { nothingToRead } from '../../registry/contract/plugin-errors.js';
import type { PluginFolders } from '../../registry/contract/plugin-format.js';
import { publishedRef } from './published-ref.js';

/** Something to review. */
export interface Source {
  /** Name for the subject if the files contain none. */
  readonly name: string;
  /** The folder on this machine whose workspace it belongs to. */
  readonly folder: string;
  /** A `.tgz` of its files. */
  archive(): Promise<Uint8Array>;
}

/** The subject that a path names: a folder, by itself or by its `SKILL.md`, an archive, or a published plugin. An existing path takes precedence over a plugin of the same name. */
export async function sourceAt(
  path: string,
  plugins: PluginFolders,
  context: Context,
): Promise<Source> {
  const target = resolve(context.cwd, path);
  const stats = await ifThere(stat(target), isNowhere);
  if (stats?.isDirectory() === true) return folderSource(target, plugins);
  if (stats !== undefined && basename(target).toLowerCase() === 'skill.md')
    return folderSource(dirname(target), plugins);
  if (stats !== undefined && target.endsWith('.tgz'))
    return {
      name: basename(target, '.tgz'),
      folder: dirname(target),
      archive: () => readFile(target),
    };
  const published = stats === undefined ? publishedSource(path, context) : undefined;
  if (published === undefined) throw nothingToRead({ path: target, what: 'plugin or skill' });
  return published;
}

function folderSource(folder: string, plugins: PluginFolders): Source {
  return {
    name: basename(folder),
    folder,
    archive: async () => plugins.packFiles(await plugins.filesOfFolder(folder), folder),
  };
}

function publishedSource(path: string, context: Context): Source | undefined {
  const ref = publishedRef(path);
  return (
    ref && {
      name: ref.tile,
      folder: context.cwd,
      archive: async () => {
        const { body } = await context.invoke(downloadArchive, ref);
        const chunks: Uint8Array[] = [];
        for await (const chunk of body) chunks.push(chunk);
        return Buffer.concat(chunks);
      },
    }
  );
}
