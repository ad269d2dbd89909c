import type { ErrorIssue, SvcError } from 'svc-registry/kernel';
import { pluginInvalid } from '../contract/plugin-errors.js';

/** `plugin_invalid` with an issue for each broken rule; `plugin` names the plugin at the beginning of the sentence. */
export function rulesBroken(plugin: string, issues: readonly ErrorIssue[]): SvcError {
  const rules = issues.length === 1 ? 'a rule' : `${issues.length} rules`;
  return pluginInvalid({ what: `${plugin} breaks ${rules} of the format.` }, { issues });
}
