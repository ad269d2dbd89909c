import { injectable } from 'tsyringe';
import { pluginInvalid } from '../contract/plugin-errors.js';
import type { PluginContents, PluginFormat } from '../contract/plugin-format.js';
import type * as Format from '../format/index.js';

/** Loaded on first use: this service starts with every command of the modules that require this one. */
const format = (): Promise<typeof Format> => import('../format/index.js');

/** Plugins on the user's machine, checked by the rules that the server applies. */
@injectable()
export class LocalPluginFormat implements PluginFormat {
  async readFolder(root: string): Promise<PluginContents> {
    const { checkPlugin } = await format();
    const { requireManifest } = await import('./source.js');
    const { readFolder } = await import('./folder/read-folder.js');
    await requireManifest(root);
    const { contents, errors } = checkPlugin(await readFolder(root));
    if (contents !== undefined) return contents;
    throw pluginInvalid(
      { what: `The plugin in ${root} breaks ${errors.length === 1 ? 'a rule' : `${errors.length} rules`} of the format.` },
      { issues: errors },
    );
  }

  async readArchive(archive: Uint8Array): Promise<PluginContents> {
    const { openArchive } = await format();
    const { contents } = await openArchive(archive);
    return contents;
  }

  async pack(contents: PluginContents): Promise<Uint8Array> {
    const { writeArchive } = await format();
    const { archive } = await writeArchive(contents.files);
    return archive;
  }

  async nearestName(name: string, known: Iterable<string>): Promise<string | undefined> {
    const { nearestName } = await import('../format/nearest-name.js');
    return nearestName(name, known);
  }
}
