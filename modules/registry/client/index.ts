import { defineFacet, provide } from 'svc-registry/kernel';
import { pluginFormatKey } from '../contract/plugin-format.js';
import { LocalPluginFormat } from './plugin-format.js';

export default defineFacet({
  provides: [provide(pluginFormatKey, LocalPluginFormat)],
});
