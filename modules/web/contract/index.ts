/** The parts of web that other modules may use. */
export { localPath } from './local-path.js';
export * from './pages.js';
export * from './sessions.js';
