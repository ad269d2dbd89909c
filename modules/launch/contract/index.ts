/** What other modules, also those of third parties, may use of launching: `svc-registry/launch`. DTO classes are types. */
export type { LaunchResult, ResultStatus } from './envelope.js';
export * from './launch-agents.js';
export {
  launchesKey,
  launchFollowersPoint,
  type AnsweredTurn,
  type EnvironmentName,
  type Launches,
  type LaunchFollower,
  type LaunchOutcome,
  type LaunchRequest,
  type LaunchStart,
  type PreparedLaunch,
} from './launches.js';
export { runEnvironmentsKey, type RunEnvironments } from './run-environments.js';
