import {
  hostKey,
  type BackgroundOptions,
  type BackgroundWork,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { LessThan } from 'typeorm';
import { repeat } from '../../../toolbox/repeat.js';
import { unitOfWorkKey, type UnitOfWork } from '../../persistence/contract/db.js';
import { KeyBook } from './keys/key-book.js';
import { TrafficCount } from './limits/count.entity.js';

const EVERY_MS = 10 * 60 * 1000;

/** Deletes expired rows periodically, on every server. */
@injectable()
export class ForgetPast implements BackgroundWork {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(KeyBook) private readonly keys: KeyBook,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ signal }: BackgroundOptions): Promise<void> {
    await repeat(() => this.forget(), {
      everyMs: EVERY_MS,
      signal,
      // the next round tries again: a short database outage must not stop the server
      failed: (err) => {
        this.host.log.warn({ err }, 'expired rows could not be deleted');
      },
    });
  }

  async forget(): Promise<void> {
    await this.unitOfWork.run((manager) =>
      manager.delete(TrafficCount, { expire: LessThan(Date.now()) }),
    );
    await this.keys.forget();
  }
}
