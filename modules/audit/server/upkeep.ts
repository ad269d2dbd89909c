import { setTimeout } from 'node:timers/promises';
import { hostKey, type BackgroundOptions, type BackgroundWork, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { dailyDigestsKey, type DailyDigests } from './digests.js';
import { retentionKey, type Retention } from './retention.js';

const EVERY_MS = 10 * 60_000;

/** What is to be done about the days that are over, on every server, now and then. */
@injectable()
export class Upkeep implements BackgroundWork {
  constructor(
    @inject(dailyDigestsKey) private readonly digests: DailyDigests,
    @inject(retentionKey) private readonly retention: Retention,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ signal }: BackgroundOptions): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.digests.write();
        await this.retention.apply();
      } catch (err) {
        // the next round tries again; a database that is away for a moment must not end the server
        this.host.log.warn({ err }, 'the digests of the audit log could not be written, or old events not be removed');
      }
      await setTimeout(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
