import { inject, injectable } from 'tsyringe';
import type { ArchiveContents } from '../../../registry/contract/contents.js';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import type { StoredSubject } from './review-run.entity.js';

/** Finds the name of an archive's contents. */
@injectable()
export class Subjects {
  constructor(@inject(pluginFormatKey) private readonly format: PluginFormat) {}

  /** The subject of an archive; `named` is used if the archive contains no name. Names in files are untrusted: they may be missing or wrong, and are shortened. */
  async of({ contents, files }: ArchiveContents, named = 'unnamed'): Promise<StoredSubject> {
    if (contents !== undefined) {
      const { name, version } = contents.manifest;
      return { type: 'tile_skill', tileRef: `${name}@${version}` };
    }
    return { type: 'skill', name: (await this.skillName(files)) ?? named };
  }

  private async skillName(files: ArchiveContents['files']): Promise<string | undefined> {
    const file = files.find(({ path }) => path.toLowerCase() === 'skill.md');
    if (file === undefined) return undefined;
    const loose = { path: file.path, executable: false, content: file.content };
    const [card] = await this.format.readSkillCards([loose]);
    return /^[a-z0-9][a-z0-9-]{0,63}$/.exec(card?.name ?? '')?.[0];
  }
}
