export { checkPlugin, type PluginCheck, type PluginSource } from './check-plugin.js';
export { IgnoreRules } from './ignore-rules.js';
export { LEGACY_MANIFEST_PATH } from './legacy-manifest.js';
export { IGNORE_PATH, limits, MANIFEST_PATH } from './limits.js';
export { nameProblem, parsePluginName, type PluginName } from './names.js';
export { isSkillName } from './skill-file.js';
