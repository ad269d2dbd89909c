import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { RedeemCodeInput, SessionGrant } from '../../contract/dto/sign-in.js';
import { codeInvalid } from '../../contract/errors.js';
import { User } from '../entities/people.js';
import { PasswordHasher } from '../password-hasher.js';
import { emailKey } from './email.js';
import { PasswordResets } from './password-resets.js';
import { type SessionOrigin, Sessions } from './sessions.js';
import { SignInLimits } from './sign-in-limits.js';

/** Sets a new password by a reset code. All sessions of the user end, so that anyone who knew the old password is signed out. */
@injectable()
export class ResetRedemption {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PasswordHasher) private readonly hasher: PasswordHasher,
    @inject(PasswordResets) private readonly resets: PasswordResets,
    @inject(SignInLimits) private readonly limits: SignInLimits,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Throws `code_invalid`, also when the code belongs to another account. */
  async redeem(
    { code, email, password }: RedeemCodeInput,
    from: SessionOrigin,
  ): Promise<SessionGrant> {
    const reset = await this.resets.find(this.database.manager, code);
    const { user } = reset;
    if (user.emailKey !== emailKey(email)) throw codeInvalid();
    const passwordHash = await this.hasher.hash(password);
    const grant = await this.unitOfWork.run(async (manager) => {
      // first, because it locks the account: issuing a reset takes the locks in the same order
      await this.sessions.endAll(manager, user.id);
      await this.resets.useUp(manager, reset);
      await this.resets.cancel(manager, user.id);
      await manager.update(User, { id: user.id }, { passwordHash });
      await this.limits.succeeded({ account: user.emailKey, address: from.address });
      return this.sessions.start(manager, user, from);
    });
    this.host.log.info({ userId: user.id, address: from.address }, 'a password reset was redeemed');
    return grant;
  }
}
