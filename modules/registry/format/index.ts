export { openArchive, readArchive } from './archive/read-archive.js';
export { writeArchive } from './archive/write-archive.js';
export { checkPlugin, type PluginCheck, type PluginSource } from './check-plugin.js';
export type { SourceFile } from './file-tree.js';
export { IgnoreRules } from './ignore-rules.js';
export { IGNORE_PATH, limits, MANIFEST_PATH } from './limits.js';
export { nameProblem, parsePluginName, type PluginName } from './names.js';
