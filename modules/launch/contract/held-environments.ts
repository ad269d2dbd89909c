/** What the server code of other modules needs of agents and environments before a worker takes their runs. */
import { serviceKey } from 'svc-registry/kernel';
import type { LaunchAgentFacts } from './launch-agents.js';

/** An agent and the environment that it is to get, both named by id. */
export interface AgentRequest {
  readonly agent: string;
  /** `null`: none. */
  readonly environmentId: string | null;
  readonly workspaceId: string;
  /** How a person gives the environment to such a run, for the error: `` `svc env create`, or --env-file ``. */
  readonly ways: string;
}

/** Who starts which run with an environment. */
export interface RunWithEnvironment {
  /** Id of the environment. */
  readonly id: string;
  readonly runId: string;
  readonly workspaceId: string;
  /** `caller.id` of who starts the run. */
  readonly callerId: string | null;
}

/** The environments of other modules' runs. Server only. */
export interface HeldEnvironments {
  /** Throws `agent_not_launchable`, `not_found` for the environment, and `agent_key_missing` if the agent would have no key for its model. */
  requireAgent(request: AgentRequest): Promise<LaunchAgentFacts>;
  /**
   * The variables, as a text that is the same for the same names and values in this workspace, and from which no value can be found. `null` has one too.
   * Throws `environment_gone`, `secret_unreadable`, `secrets_unavailable`.
   */
  fingerprint(request: Pick<AgentRequest, 'environmentId' | 'workspaceId'>): Promise<string>;
  /**
   * Makes sure that the run may use the environment, as part of the surrounding unit of work, which stores the run; one that was made for a run is this
   * run's from then on. Throws `not_found` for one that does not exist in the workspace, was made by another caller for a run, or has its run already.
   */
  hold(run: RunWithEnvironment): Promise<void>;
  /** Deletes what was made for a run, as part of the surrounding unit of work, which ends the run. */
  release(runId: string): Promise<void>;
}

export const heldEnvironmentsKey = serviceKey<HeldEnvironments>('launch.heldEnvironments');
