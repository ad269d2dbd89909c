/** What other modules, also those of third parties, may use of launching: `svc-registry/launch`. DTO classes are types. */
export type { LaunchResult, ResultStatus } from './envelope.js';
export * from './launch-agents.js';
