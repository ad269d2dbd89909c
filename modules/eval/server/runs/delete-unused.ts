import {
  hostKey,
  type BackgroundOptions,
  type BackgroundWork,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { repeat } from '../../../../toolbox/repeat.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { Bundle } from './bundle.entity.js';

const EVERY_MS = 60 * 60 * 1000;
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Deletes what was sent a day ago. Runs and generations that were made of it name its archive themselves. */
@injectable()
export class DeleteUnused implements BackgroundWork {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ signal }: BackgroundOptions): Promise<void> {
    await repeat(() => this.deleteUnused(), {
      everyMs: EVERY_MS,
      signal,
      // the next round tries again: a short database outage must not stop the server
      failed: (err) => {
        this.host.log.warn({ err }, 'archives of scenarios could not be deleted');
      },
    });
  }

  async deleteUnused(): Promise<void> {
    const before = new Date(this.host.clock().getTime() - KEPT_MS).toISOString();
    await this.unitOfWork.run((manager) =>
      manager
        .createQueryBuilder()
        .delete()
        .from(Bundle)
        .where('created_at < :before', { before })
        .execute(),
    );
  }
}
