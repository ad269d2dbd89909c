import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { launchesKey, type Launches } from '../../../../launch/contract/launches.js';

/** Name of the environment that evaluations use unless another one is given. Publishing has no other way to give keys to agents. */
export const USUAL_ENVIRONMENT = 'evals';

/** Finds the environment that a workspace has for all its evaluations. */
@injectable()
export class UsualEnvironment {
  constructor(@inject(launchesKey) private readonly launches: Launches) {}

  /** Its id; `null` if the workspace has none. */
  async idFor(workspaceId: string): Promise<string | null> {
    try {
      return (await this.launches.environment(USUAL_ENVIRONMENT, workspaceId)).id;
    } catch (error) {
      if (notFound.is(error)) return null;
      throw error;
    }
  }
}
