/** What other modules may use. What their server code uses is in `db.ts`. */
export * from './errors.js';
export * from './run.machine.js';
