/** What the server code of other modules uses of launching. */
import { defineClassPoint, serviceKey, type Caller } from 'svc-registry/kernel';
import type { WorkspaceSummary } from '../../identity/contract/access.js';
import type { RunState } from '../../jobs/contract/run.machine.js';
import type { LaunchResult } from './envelope.js';
import type { LaunchFields } from './launch-inputs.js';
import type { LaunchTrigger } from './launch-run-view.js';

/** What is launched, and how. */
export type LaunchRequest = Pick<LaunchFields, keyof LaunchFields>;

/** What an earlier turn of a task asked, and what a person answered. */
export interface AnsweredTurn {
  /** What the agent had done by then. */
  readonly summary: string;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
}

/** Who launches, and for which workspace. */
export interface LaunchStart {
  readonly input: LaunchRequest;
  readonly workspace: WorkspaceSummary;
  readonly caller: Caller;
  readonly trigger: LaunchTrigger;
  /** The same is launched more than once, so its environment has to be one with a name. */
  readonly repeats?: boolean;
  /** The earlier turns of a task, oldest first: with it the agent may report `needs_input`. */
  readonly turns?: readonly AnsweredTurn[];
}

/** A launch that was checked and has not begun. Only `begin` reads `columns`. */
export interface PreparedLaunch {
  readonly columns: object;
  /** What is launched, with an address for the repository and with the defaults; the skill is as it was named. */
  readonly request: LaunchRequest & Required<Pick<LaunchRequest, 'agent' | 'baseBranch'>>;
}

/** A launch as other modules see it. */
export interface LaunchOutcome {
  readonly id: string;
  readonly status: RunState;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** What the agent reported; `null` before the end, and if the launch ended without. */
  readonly result: LaunchResult | null;
  /** Why it failed; `null` if it did not. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** Launches that other modules start. Server only. */
export interface Launches {
  /**
   * Checks launches, in one batch: what several of them name is looked up once. Each is answered on its own, with the errors of `startLaunch`. Outside any unit of
   * work.
   */
  prepare(starts: readonly LaunchStart[]): Promise<readonly PromiseSettledResult<PreparedLaunch>[]>;
  /**
   * Begins launches that were prepared, as part of the surrounding unit of work if there is one. Answers their ids in the same order. Throws
   * `not_found` for an environment that was deleted meanwhile, and for a workspace; `workspace_archived`.
   */
  begin(prepared: readonly PreparedLaunch[]): Promise<readonly string[]>;
  /** Cancels a launch, as part of the surrounding unit of work if there is one. One that has ended stays as it is. */
  cancel(id: string): Promise<void>;
  /** How launches of these ids stand, by id; what does not exist is left out. */
  outcomes(ids: readonly string[]): Promise<ReadonlyMap<string, LaunchOutcome>>;
  /** What a launch of the workspace was asked to do, to ask for it again; its skill has the version that ran. Throws `not_found`. */
  requestOf(id: string, workspaceId: string): Promise<LaunchRequest>;
  /** The environment of a workspace that has this name or id. Throws `not_found`; also for one that lasts as long as its run. */
  environment(nameOrId: string, workspaceId: string): Promise<EnvironmentName>;
}

/** An environment that all launches of a workspace may use. */
export interface EnvironmentName {
  readonly id: string;
  readonly name: string;
}

export const launchesKey = serviceKey<Launches>('launch.launches');

/** Learns of the ends of launches: `completed`, `failed` or `cancelled`. */
export interface LaunchFollower {
  /** Called within the unit of work that ends the launch: what it writes is part of that, and an error undoes both. */
  ended(outcome: LaunchOutcome): Promise<void>;
}

/** What goes on when a launch has ended, such as the next turn of a task. */
export const launchFollowersPoint = defineClassPoint<LaunchFollower>('launch.followers');
