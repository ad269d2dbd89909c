export { openArchive, readArchive, type ReadArchive } from './archive/read-archive.js';
export { ARCHIVE_ROOT, writeArchive, type WrittenArchive } from './archive/write-archive.js';
export { checkPlugin, type PluginCheck, type PluginSource } from './check-plugin.js';
export type { SourceFile } from './file-tree.js';
export { IgnoreRules } from './ignore-rules.js';
export { IGNORE_PATH, limits, MANIFEST_PATH, TOOL_SERVERS_PATH, type Limits } from './limits.js';
export { nameProblem, parsePluginName, type PluginName } from './names.js';
export type { TokenCost } from './token-cost.js';
