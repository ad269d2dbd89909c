import type { BackgroundOptions, BackgroundWork } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { repeat } from '../../../../toolbox/repeat.js';
import { Downloads } from './downloads.js';

const EVERY_MS = 60_000;

/** Stores this process's downloads once a minute; those of the last minute are stored at shutdown. */
@injectable()
export class StoreDownloads implements BackgroundWork {
  constructor(@inject(Downloads) private readonly downloads: Downloads) {}

  async run({ signal }: BackgroundOptions): Promise<void> {
    await repeat(() => this.downloads.store(), { everyMs: EVERY_MS, signal });
  }
}
