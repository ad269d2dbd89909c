import { pluginInvalid } from '../../contract/plugin-errors.js';
import type { VendorPlugin, VendorSource } from '../../contract/plugin-format.js';

/** See `PluginFormat.readVendorFiles`. */
export function readVendorPlugin({ source }: VendorSource): VendorPlugin {
  throw pluginInvalid({ what: `${source} is a plugin of another vendor.` });
}
