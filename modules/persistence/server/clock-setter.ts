import { setTimeout } from 'node:timers/promises';
import {
  hostKey,
  type BackgroundOptions,
  type BackgroundWork,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { Database } from './database.js';

const EVERY_MS = 60_000;

/** Once a minute: neither clock keeps the time exactly. */
@injectable()
export class ClockSetter implements BackgroundWork {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(Database) private readonly database: Database,
  ) {}

  async run({ signal }: BackgroundOptions): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.database.setClock();
      } catch (error) {
        this.host.log.warn({ err: error }, 'the clock could not be set by the database');
      }
      // the end of the server ends the wait
      await setTimeout(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
