import type { PluginContents } from '../contract/plugin-format.js';
import { checkPlugin, type PluginCheck, type PluginSource } from '../format/index.js';
import { checkReachability } from '../format/reachability.js';
import { rulesBroken } from '../format/rules-broken.js';

/** A plugin that keeps all rules. */
export type ValidPlugin = PluginCheck & { readonly contents: PluginContents };

/** Applies the checks for authors, and throws one error with every broken rule. `plugin` names the plugin in it. */
export function requireValid(source: PluginSource, plugin: string): ValidPlugin {
  const check = checkPlugin({ strict: true, advise: checkReachability, ...source });
  const { contents, errors } = check;
  if (contents !== undefined) return { ...check, contents };
  throw rulesBroken(plugin, errors);
}
