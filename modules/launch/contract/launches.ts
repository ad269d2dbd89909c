import { serviceKey, type Context } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import type { WorkspaceSummary } from '../../identity/contract/access.js';
import type { StartLaunchInput } from './launch-inputs.js';
import type { LaunchTrigger } from './launch-run-view.js';

/** A launch that was checked and can be begun. */
export interface PreparedLaunch {
  readonly id: string;
}

/** Launches that other modules start, for their server code. */
export interface Launches {
  /** Checks a launch as `POST /experimental/launch-runs` does, with the rights of the caller. */
  prepare(
    input: StartLaunchInput,
    by: {
      readonly workspace: WorkspaceSummary;
      readonly caller: Context['caller'];
      readonly trigger: LaunchTrigger;
    },
  ): Promise<PreparedLaunch>;
  /** Begins it, in the caller's unit of work. */
  begin(manager: EntityManager, launch: PreparedLaunch): Promise<void>;
}

export const launchesKey = serviceKey<Launches>('launch.launches');
