import {
  hostKey,
  type BackgroundOptions,
  type BackgroundWork,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { repeat } from '../../../../../toolbox/repeat.js';
import { Reindexings } from './reindexings.js';

const EVERY_MS = 10 * 60 * 1000;

/** Looks for plugins that were indexed by older rules: when a server starts, and now and then. */
@injectable()
export class StaleIndex implements BackgroundWork {
  constructor(
    @inject(Reindexings) private readonly reindexings: Reindexings,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ signal, dedicated }: BackgroundOptions): Promise<void> {
    if (dedicated) return;
    await repeat(() => this.reindexings.beginWhereStale(), {
      everyMs: EVERY_MS,
      signal,
      // the next round tries again; meanwhile the existing index is used
      failed: (err) => {
        this.host.log.warn({ err }, 'looking for plugins that were indexed by older rules failed');
      },
    });
  }
}
