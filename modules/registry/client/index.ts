import { defineFacet, provide } from 'svc-registry/kernel';
import { pluginFoldersKey, pluginFormatKey } from '../contract/plugin-format.js';
import { MemoryPluginFormat } from '../format/plugin-format.js';
import { LocalPluginFolders } from './plugin-folders.js';

export default defineFacet({
  provides: [
    provide(pluginFormatKey, MemoryPluginFormat),
    provide(pluginFoldersKey, LocalPluginFolders),
  ],
});
