import {
  hostKey,
  type BackgroundOptions,
  type BackgroundWork,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { repeat } from '../../../toolbox/repeat.js';
import { DailyDigests } from './digests.js';
import { Retention } from './retention.js';

const EVERY_MS = 10 * 60_000;

/** Writes digests of past days and removes old events periodically, on every server. */
@injectable()
export class Upkeep implements BackgroundWork {
  constructor(
    @inject(DailyDigests) private readonly digests: DailyDigests,
    @inject(Retention) private readonly retention: Retention,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ signal }: BackgroundOptions): Promise<void> {
    await repeat(() => this.round(), { everyMs: EVERY_MS, signal });
  }

  private async round(): Promise<void> {
    await this.attempt(() => this.digests.write(), 'digests of the audit log could not be written');
    await this.attempt(
      () => this.retention.apply(),
      'old events of the audit log could not be removed',
    );
  }

  /** The next round tries again: a short database outage must not stop the server. */
  private async attempt(work: () => Promise<void>, failure: string): Promise<void> {
    try {
      await work();
    } catch (err) {
      this.host.log.warn({ err }, failure);
    }
  }
}
