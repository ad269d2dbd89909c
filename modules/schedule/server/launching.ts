import type { Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { WorkspaceSummary } from '../../identity/contract/access.js';
import {
  launchesKey,
  type Launches,
  type LaunchRequest,
  type PreparedLaunch,
} from '../../launch/contract/launches.js';
import type { LaunchTrigger } from '../../launch/contract/launch-run-view.js';

interface WantedLaunch {
  readonly input: LaunchRequest;
  readonly workspace: WorkspaceSummary;
  readonly caller: Caller;
  readonly trigger?: LaunchTrigger;
}

/** Checks what schedules launch. */
@injectable()
export class Launching {
  constructor(@inject(launchesKey) private readonly launches: Launches) {}

  /** Throws what the launch would be refused with. */
  async prepare({ trigger = 'scheduled', ...wanted }: WantedLaunch): Promise<PreparedLaunch> {
    const [prepared] = await this.launches.prepare([{ ...wanted, trigger, repeats: true }]);
    if (prepared?.status !== 'fulfilled') throw prepared?.reason;
    return prepared.value;
  }

  /** Begins one in the surrounding unit of work, and answers its id. */
  async begin(prepared: PreparedLaunch): Promise<string> {
    const [id = ''] = await this.launches.begin([prepared]);
    return id;
  }
}
