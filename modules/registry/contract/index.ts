/** What other modules may use. DTO classes are exported as types: their values load the validating libraries. */
export * from './after-create.js';
export type * from './available-skills.js';
export * from './errors.js';
export type * from './file-view.js';
export * from './moderation.machine.js';
export * from './operations.js';
export type * from './plugin-command-inputs.js';
export type * from './plugin-command-results.js';
export * from './plugin-commands.js';
export * from './plugin-errors.js';
export * from './plugin-format.js';
export type * from './publish-result.js';
export * from './scanners.js';
export type * from './search.js';
export type * from './tile-inputs.js';
export type * from './tile-view.js';
export type * from './version-view.js';
