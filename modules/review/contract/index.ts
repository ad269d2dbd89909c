export * from './errors.js';
export * from './operations.js';
