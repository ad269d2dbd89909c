import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import {
  lockRows,
  type ReadDatabase,
  readDatabaseKey,
  type UnitOfWork,
  unitOfWorkKey,
} from '../../../persistence/contract/db.js';
import { userCodeUnknown } from '../../contract/device-errors.js';
import { tokenUnknown } from '../../contract/errors.js';
import { holdAccount } from '../accounts/hold-account.js';
import { Sessions } from '../accounts/sessions.js';
import { DeviceSignIn } from '../entities/device-sign-ins.js';
import { Session } from '../entities/tokens.js';
import { AttemptLimits, type Use } from '../limits/attempt-limits.js';
import { wrongCode, wrongCodeByAccount, wrongCodeBySession } from '../limits/limits.js';
import { applyEvent } from './transitions.js';
import { typedUserCode } from './user-code.js';

/** The user who approves or denies, and the session of their browser. */
export interface Approver {
  readonly userId: string;
  readonly sessionId: string;
}

/** The details that the user needs in order to decide. */
export type DeviceRequest = Pick<
  DeviceSignIn,
  'userCode' | 'client' | 'address' | 'createdAt' | 'expiresAt'
>;

function limitsOf({ userId, sessionId }: Approver): readonly Use[] {
  return [
    [wrongCodeBySession, sessionId],
    [wrongCodeByAccount, userId],
    [wrongCode, ''],
  ];
}

/** The user's side of a device sign-in. Every code without a pending sign-in counts as a guess. */
@injectable()
export class DeviceApprovals {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(AttemptLimits) private readonly limits: AttemptLimits,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** The sign-in request for this code. Throws `user_code_unknown` and `too_many_attempts`, as the other methods do. */
  find(typed: string, approver: Approver): Promise<DeviceRequest> {
    return this.counted(typed, approver, (code) =>
      this.pending(this.database.manager, code).getOne(),
    );
  }

  /** Approves the sign-in. Returns a new token for the browser's session; the previous one stops working. */
  approve(typed: string, approver: Approver): Promise<string> {
    return this.counted(typed, approver, (code) =>
      this.unitOfWork.run(async (manager) => {
        await this.holdApprover(manager, approver);
        const row = await this.lockPending(manager, code);
        if (row === null) return null;
        await applyEvent(manager, row, { event: 'approved', set: { userId: approver.userId } });
        return this.sessions.renew(manager, approver.sessionId);
      }),
    );
  }

  async deny(typed: string, approver: Approver): Promise<void> {
    await this.counted(typed, approver, (code) =>
      this.unitOfWork.run(async (manager) => {
        const row = await this.lockPending(manager, code);
        if (row !== null) await applyEvent(manager, row, { event: 'denied' });
        return row;
      }),
    );
  }

  /** Counts the attempt before the look-up, so that simultaneous guesses count too, and takes it back if the code was right. */
  private async counted<T>(
    typed: string,
    approver: Approver,
    work: (code: string) => Promise<T | null>,
  ): Promise<T> {
    const code = typedUserCode(typed);
    if (code === undefined) throw userCodeUnknown();
    const used = limitsOf(approver);
    await this.limits.use(...used);
    const result = await work(code);
    if (result === null) throw userCodeUnknown();
    for (const use of used) await this.limits.giveBack(use);
    return result;
  }

  /** Holds the account, so that its sessions cannot be ended while the approval is written. */
  private async holdApprover(
    manager: EntityManager,
    { userId, sessionId }: Approver,
  ): Promise<void> {
    await holdAccount(manager, userId);
    if (!(await manager.existsBy(Session, { id: sessionId, userId, kind: 'page' })))
      throw tokenUnknown();
  }

  /** The second of two concurrent decisions waits here, and then finds no pending request. */
  private lockPending(manager: EntityManager, code: string): Promise<DeviceSignIn | null> {
    return lockRows(this.pending(manager, code), 'pessimistic_write').getOne();
  }

  private pending(manager: EntityManager, code: string): SelectQueryBuilder<DeviceSignIn> {
    const now = this.host.clock().toISOString();
    return manager
      .createQueryBuilder(DeviceSignIn, 'd')
      .where("d.userCode = :code AND d.state = 'pending' AND d.expiresAt > :now", { code, now });
  }
}
