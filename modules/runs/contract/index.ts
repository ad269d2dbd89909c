/** What other modules, also those of third parties, may use: `svc-registry/runs`. */
export { listRuns, type ListedRuns } from './list-runs.js';
export * from './run-lists.js';
