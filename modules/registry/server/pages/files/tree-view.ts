import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { view, type View } from '../../../../web/contract/index.js';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import { filePath } from '../plugin/addresses.js';
import { sizeText } from '../plugin/texts.js';
import { folderLinks } from './folder-links.js';
import { VersionFiles, type StoredFile } from './version-files.js';

const template = new URL('tree.njk', import.meta.url);

/** Files in a part of the list. */
const MOST = 150;

/** Lists the files of a version, or those below a folder, in parts. */
@injectable()
export class TreeView {
  constructor(@inject(VersionFiles) private readonly files: VersionFiles) {}

  /** Throws `not_found` where there is no such folder. */
  async of({ version, path, query }: ShownPlugin, folder: string): Promise<View> {
    const after = query.get('after') ?? '';
    const found = await this.files.list(version.id, { folder, after, limit: MOST + 1 });
    if (found.length === 0)
      throw notFound({ kind: 'file', id: `${version.name}@${version.version}/${folder}` });
    const shown = found.slice(0, MOST);
    const address = folder === '' ? `${path}/files` : filePath(path, folder);
    const last = shown.at(-1)?.path ?? '';
    return view(template, {
      steps: folderLinks(path, folder),
      count: folder === '' ? version.fileCount : 0,
      rows: shown.map((file) => rowOf(file, path)),
      first: after === '' ? '' : address,
      more: found.length > MOST ? `${address}?after=${encodeURIComponent(last)}` : '',
    });
  }
}

function rowOf({ path: file, size, executable }: StoredFile, path: string) {
  const split = file.lastIndexOf('/') + 1;
  return {
    folder: file.slice(0, split),
    name: file.slice(split),
    href: filePath(path, file),
    size: sizeText(size),
    executable,
  };
}
