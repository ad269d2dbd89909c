import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Context, FileResult } from 'svc-registry/kernel';
import { ifThere, isNowhere } from '../../../toolbox/file-errors.js';
import { downloadArchive } from '../../registry/contract/operations.js';
import { nothingToRead } from '../../registry/contract/plugin-errors.js';
import type { LooseFile, PluginFolders } from '../../registry/contract/plugin-format.js';
import { publishedRef } from './published-ref.js';

/** Something to review. */
export interface Source {
  /** Name for the subject if the files contain none. */
  readonly name: string;
  /** The folder on this machine whose workspace it belongs to. */
  readonly folder: string;
  /** The folder that its files stand in. Absolute; `undefined` if they stand in none. */
  readonly root: string | undefined;
  /** False if the manifest among its files must not decide in which workspace it is reviewed; default true. */
  readonly byManifest?: boolean;
  files(): Promise<readonly LooseFile[]>;
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
  const folder = await folderAt(target);
  if (folder !== undefined) return folderSource(folder, plugins);
  const exists = await isThere(target);
  if (exists && target.endsWith('.tgz'))
    return archiveSource(
      {
        name: basename(target, '.tgz'),
        folder: dirname(target),
        archive: () => readFile(target),
      },
      plugins,
    );
  const published = exists ? undefined : publishedSource(path, plugins, context);
  if (published === undefined) throw nothingToRead({ path: target, what: 'plugin or skill' });
  return published;
}

/** The folder at a path, or around the `SKILL.md` there; `undefined` if there is neither. */
export async function folderAt(target: string): Promise<string | undefined> {
  const stats = await ifThere(stat(target), isNowhere);
  if (stats?.isDirectory() === true) return target;
  const isSkill = stats !== undefined && basename(target).toLowerCase() === 'skill.md';
  return isSkill ? dirname(target) : undefined;
}

export const isThere = async (target: string): Promise<boolean> =>
  (await ifThere(stat(target), isNowhere)) !== undefined;

export function folderSource(root: string, plugins: PluginFolders): Source {
  const files = () => plugins.filesOfFolder(root);
  return {
    name: basename(root),
    folder: root,
    root,
    files,
    archive: async () => plugins.packFiles(await files(), root),
  };
}

function archiveSource(
  source: Pick<Source, 'name' | 'folder' | 'archive'>,
  plugins: PluginFolders,
): Source {
  const files = async () => plugins.filesOfArchive(await source.archive());
  return { ...source, root: undefined, files };
}

function publishedSource(
  path: string,
  plugins: PluginFolders,
  context: Context,
): Source | undefined {
  const ref = publishedRef(path);
  if (ref === undefined) return undefined;
  const archive = async () => bytesOf(await context.invoke(downloadArchive, ref));
  return archiveSource({ name: ref.tile, folder: context.cwd, archive }, plugins);
}

/** A file that an operation answers, in memory. */
export async function bytesOf({ body }: FileResult): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
