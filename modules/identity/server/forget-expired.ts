import { inject, injectable } from 'tsyringe';
import {
  hostKey,
  type BackgroundOptions,
  type BackgroundWork,
  type HostInfo,
} from 'svc-registry/kernel';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { repeat } from '../../../toolbox/repeat.js';
import { unitOfWorkKey, type UnitOfWork } from '../../persistence/contract/db.js';
import { AttemptLimits } from './limits/attempt-limits.js';
import { DeviceSignIn } from './entities/device-sign-ins.js';
import { Invitation, PasswordReset, Session } from './entities/tokens.js';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EVERY_MS = 10 * MINUTE_MS;

/** How long expired rows are kept, so that their use is answered with "expired" instead of "unknown". */
const remembered: readonly (readonly [EntityTarget<ObjectLiteral>, number, string?])[] = [
  [DeviceSignIn, 60 * MINUTE_MS],
  [Session, 7 * DAY_MS],
  [PasswordReset, 0],
  // without an organization it is the first administrator's; once redeemed, it prevents another one
  [Invitation, 30 * DAY_MS, 'organization_id IS NOT NULL'],
];

/** Deletes expired rows periodically, on every server. */
@injectable()
export class ForgetExpired implements BackgroundWork {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(AttemptLimits) private readonly limits: AttemptLimits,
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

  /** Each table has its own unit, so that other writes do not wait for all of them. */
  async forget(): Promise<void> {
    await this.unitOfWork.run((manager) => this.limits.forgetExpired(manager));
    for (const [entity, ms, also = 'TRUE'] of remembered) {
      const before = new Date(this.host.clock().getTime() - ms).toISOString();
      await this.unitOfWork.run((manager) =>
        manager
          .createQueryBuilder()
          .delete()
          .from(entity)
          .where(`expires_at < :before AND ${also}`, { before })
          .execute(),
      );
    }
  }
}
