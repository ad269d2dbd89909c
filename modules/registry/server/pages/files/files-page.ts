import { inject, injectable } from 'tsyringe';
import { view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import type { PluginParams } from '../plugin/find-plugin.js';
import { PluginFrame } from '../plugin/frame.js';
import { FileView } from './file-view.js';
import { FindFiles } from './find-files.js';
import { TreeView } from './tree-view.js';
import { VersionFiles } from './version-files.js';

const template = new URL('files.njk', import.meta.url);

type Request = PageRequest<PluginParams> & {
  /** Left out for all files. */
  readonly params: Readonly<Partial<Record<'path', string>>>;
};

/** Shows the files of a version: all of them, those below a folder, or one. */
@injectable()
export class FilesPage implements Page<PluginParams> {
  constructor(
    @inject(FindFiles) private readonly found: FindFiles,
    @inject(PluginFrame) private readonly frame: PluginFrame,
    @inject(VersionFiles) private readonly files: VersionFiles,
    @inject(FileView) private readonly file: FileView,
    @inject(TreeView) private readonly tree: TreeView,
  ) {}

  async get(request: Request) {
    const plugin = await this.found.find(request);
    const { path = '' } = request.params;
    return view(template, {
      name: plugin.tile.name,
      version: plugin.version.version,
      path: path === '' ? 'Files' : path,
      part: await this.#part(plugin, path),
      frame: await this.frame.of(plugin, 'files'),
    });
  }

  async #part(plugin: ShownPlugin, path: string) {
    const file = path === '' ? undefined : await this.files.find(plugin.version.id, path);
    return file === undefined ? this.tree.of(plugin, path) : this.file.of(plugin, file);
  }
}
