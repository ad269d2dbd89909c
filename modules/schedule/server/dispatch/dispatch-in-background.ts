import {
  hostKey,
  type BackgroundOptions,
  type BackgroundWork,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { repeat } from '../../../../toolbox/repeat.js';
import { Dispatcher } from './dispatcher.js';
import { RefreshZones } from './refresh-zones.js';

/** Another server with older zone data may have stored times meanwhile. */
const REFRESH_MS = 10 * 60 * 1000;

/** Looks every second for schedules that are due. */
@injectable()
export class DispatchInBackground implements BackgroundWork {
  constructor(
    @inject(Dispatcher) private readonly dispatcher: Dispatcher,
    @inject(RefreshZones) private readonly zones: RefreshZones,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ signal }: BackgroundOptions): Promise<void> {
    const { everySecond } = await import('./every-second.js');
    let round: Promise<void> | undefined;
    const look = (): void => {
      round ??= this.#round(signal).finally(() => {
        round = undefined;
      });
    };
    const refreshing = repeat(() => this.zones.refresh(signal), {
      everyMs: REFRESH_MS,
      signal,
      failed: (error) => {
        this.host.log.warn({ error }, 'next times of schedules could not be computed anew');
      },
    });
    await everySecond(look, signal);
    await Promise.all([round, refreshing]);
  }

  /** The next second tries again: a database that is away for a moment must not stop the server. */
  async #round(signal: AbortSignal): Promise<void> {
    try {
      await this.dispatcher.dispatch(signal);
    } catch (error) {
      this.host.log.warn({ error }, 'schedules that are due could not be read');
    }
  }
}
