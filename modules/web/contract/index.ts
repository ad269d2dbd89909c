/** What other modules may use of the pages. */
export { localPath } from './local-path.js';
export * from './pages.js';
export * from './sessions.js';
