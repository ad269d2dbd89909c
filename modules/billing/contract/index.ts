/** What other modules may use of billing. */
export * from './credits.js';
export * from './errors.js';
export * from './operations.js';
export { isPaid, type Plan } from './plans.js';
