import {
  hostKey,
  type BackgroundOptions,
  type BackgroundWork,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { repeat } from '../../../toolbox/repeat.js';
import { Database } from './database.js';

const EVERY_MS = 60_000;

/** Sets the clock once a minute, because the clocks of server and database drift apart. */
@injectable()
export class ClockSetter implements BackgroundWork {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(Database) private readonly database: Database,
  ) {}

  async run({ signal }: BackgroundOptions): Promise<void> {
    await repeat(() => this.database.setClock(), {
      everyMs: EVERY_MS,
      signal,
      failed: (err) => {
        this.host.log.warn({ err }, 'the clock could not be set by the database');
      },
    });
  }
}
