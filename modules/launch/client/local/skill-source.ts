import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { ifThere, isNowhere } from '../../../../toolbox/file-errors.js';
import { downloadArchive } from '../../../registry/contract/operations.js';
import { nothingToRead } from '../../../registry/contract/plugin-errors.js';
import {
  pluginFoldersKey,
  type LooseFile,
  type PluginFolders,
} from '../../../registry/contract/plugin-format.js';
import { findSkill } from '../../contract/skill-operations.js';
import { chosenSkill } from './folder-skills.js';
import { skillReference, type SkillReference } from './skill-reference.js';

/** A skill with all files of its plugin, or of the folder that it was found in. */
export interface LocalSkill {
  readonly name: string;
  readonly files: readonly LooseFile[];
  /** The skill's folder among the files, with `/`; empty if it is all of them. */
  readonly folder: string;
}

/** Reads skills of this machine and of the registry into memory. */
@injectable()
export class SkillSource {
  constructor(@inject(pluginFoldersKey) private readonly plugins: PluginFolders) {}

  async read(text: string, context: Context): Promise<LocalSkill> {
    const reference = skillReference(text);
    return reference.kind === 'folder'
      ? this.#ofFolder(reference, context)
      : this.#ofRegistry(reference.skill, context);
  }

  async #ofFolder(
    { path, skill }: SkillReference & { kind: 'folder' },
    { cwd }: Context,
  ): Promise<LocalSkill> {
    const root = await folderAt(resolve(cwd, path));
    const files = await this.plugins.filesOfFolder(root);
    return {
      files,
      ...(await chosenSkill(files, { source: `file:${path}`, skill }, this.plugins)),
    };
  }

  async #ofRegistry(skill: string, context: Context): Promise<LocalSkill> {
    const { invoke, progress } = context;
    progress.step(`Fetching ${skill}`);
    const found = await invoke(findSkill, { skill });
    const [workspace = '', tile = ''] = found.tile.split('/');
    const { body } = await invoke(downloadArchive, { workspace, tile, version: found.version });
    const files = await this.plugins.filesOfArchive(await bytesOf(body));
    // a plugin that is one skill has it in `.`
    return { name: found.skill, files, folder: found.path === '.' ? '' : found.path };
  }
}

/** The folder at a path, or around the `SKILL.md` there. */
async function folderAt(path: string): Promise<string> {
  const stats = await ifThere(stat(path), isNowhere);
  if (stats?.isDirectory() === true) return path;
  if (stats?.isFile() === true && basename(path) === 'SKILL.md') return dirname(path);
  throw nothingToRead({
    path,
    what: 'folder with a skill',
    hint: 'Name the folder of a plugin or skill after `file:`.',
  });
}

/** More than any archive of the registry has. */
const MOST_BYTES = 33 * 1024 * 1024;

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // the reader of archives reports the size
    if (size > MOST_BYTES) break;
  }
  return Buffer.concat(chunks);
}
