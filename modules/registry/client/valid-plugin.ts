import { pluginInvalid } from '../contract/plugin-errors.js';
import type { PluginContents } from '../contract/plugin-format.js';
import { checkPlugin, type PluginCheck, type PluginSource } from '../format/index.js';
import { checkReachability } from '../format/reachability.js';

/** A plugin that keeps all rules. */
export type ValidPlugin = PluginCheck & { readonly contents: PluginContents };

/** Checks for its author, and throws one error with every broken rule. `place` names the plugin in it. */
export function requireValid(source: PluginSource, place: string): ValidPlugin {
  const check = checkPlugin({ strict: true, advise: checkReachability, ...source });
  const { contents, errors } = check;
  if (contents !== undefined) return { ...check, contents };
  const rules = errors.length === 1 ? 'a rule' : `${errors.length} rules`;
  throw pluginInvalid({ what: `${place} breaks ${rules} of the format.` }, { issues: errors });
}
