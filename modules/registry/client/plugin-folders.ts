import { injectable } from 'tsyringe';
import type {
  LooseFile,
  PluginContents,
  PluginDeclarations,
  PluginFolders,
} from '../contract/plugin-format.js';
import { MemoryPluginFormat } from '../format/plugin-format.js';

/** Plugins on the user's machine, checked by the rules that the server applies. Everything is loaded on first use. */
@injectable()
export class LocalPluginFolders extends MemoryPluginFormat implements PluginFolders {
  async readFolder(root: string): Promise<PluginContents> {
    const { requireManifest } = await import('./source.js');
    const { readFolder } = await import('./folder/read-folder.js');
    await requireManifest(root, { legacy: true });
    return this.check(await readFolder(root), root);
  }

  async filesOfFolder(root: string): Promise<readonly LooseFile[]> {
    const { readFolder } = await import('./folder/read-folder.js');
    return (await readFolder(root)).files;
  }

  async readDeclarations(root: string): Promise<PluginDeclarations> {
    const { readDeclarations } = await import('./declarations.js');
    return readDeclarations(root);
  }
}
