/** The parts of billing that other modules may use. */
export * from './credits.js';
export * from './errors.js';
export * from './operations.js';
export { isPaid, type Plan } from './plans.js';
