import {
  hostKey,
  type BackgroundOptions,
  type BackgroundWork,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { repeat } from '../../../../toolbox/repeat.js';
import { Environments } from './environments.js';

const EVERY_MS = 60 * 60 * 1000;

/** Deletes environments whose run was never started, such as after a command that was interrupted. */
@injectable()
export class DeleteAbandoned implements BackgroundWork {
  constructor(
    @inject(Environments) private readonly environments: Environments,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ signal }: BackgroundOptions): Promise<void> {
    await repeat(() => this.environments.deleteAbandoned(), {
      everyMs: EVERY_MS,
      signal,
      // the next round tries again: a short database outage must not stop the server
      failed: (err) => {
        this.host.log.warn({ err }, 'environments without a run could not be deleted');
      },
    });
  }
}
