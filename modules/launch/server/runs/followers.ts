import { buildExtension, extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { launchFollowersPoint } from '../../contract/launches.js';
import { LaunchRun } from './launch-run.entity.js';
import { outcomeOf } from './launches-of-modules.js';

/** Tells other modules of the end of a launch. */
@injectable()
export class Followers {
  constructor(@inject(extensionsKey) private readonly extensions: Extensions) {}

  /** In the unit of work that ends the launch, after its result was written. */
  async tell(id: string, manager: EntityManager): Promise<void> {
    const followers = this.extensions.of(launchFollowersPoint);
    if (followers.length === 0) return;
    const outcome = outcomeOf(await manager.findOneByOrFail(LaunchRun, { id }));
    for (const follower of followers) await (await buildExtension(follower)).ended(outcome);
  }
}
