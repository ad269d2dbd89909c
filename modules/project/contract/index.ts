/** What other modules may use of project. */
export * from './errors.js';
export { parseLinkedName, PROJECT_NAME } from '../../install/contract/project-files.js';
export * from './folder-sources.js';
export * from './folder-workspaces.js';
export * from './operations.js';
export type { ProjectSource } from './source.js';
