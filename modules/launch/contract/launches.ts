import { serviceKey, type Caller } from 'svc-registry/kernel';
import type { WorkspaceSummary } from '../../identity/contract/access.js';
import type { StartLaunchInput } from './launch-inputs.js';
import type { LaunchTrigger } from './launch-run-view.js';

/** Who launches, and for which workspace. */
export interface LaunchStart {
  readonly input: Omit<StartLaunchInput, 'workspace'>;
  readonly workspace: WorkspaceSummary;
  readonly caller: Caller;
  readonly trigger: LaunchTrigger;
}

/** Launches that other modules start. Server only. */
export interface Launches {
  /**
   * Checks a launch and answers what begins it, as part of the surrounding unit of work if there is one. That answers the id of the launch. Errors:
   * see `startLaunch`.
   */
  prepare(start: LaunchStart): Promise<() => Promise<string>>;
}

export const launchesKey = serviceKey<Launches>('launch.launches');
