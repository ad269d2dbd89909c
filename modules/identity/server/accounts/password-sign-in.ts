import { inject, injectable } from 'tsyringe';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { SessionGrant, SignInInput } from '../../contract/dto/sign-in.js';
import { signInFailed } from '../../contract/errors.js';
import { User } from '../entities/people.js';
import { PasswordHasher } from '../password-hasher.js';
import { emailKey } from './email.js';
import { holdAccount } from './hold-account.js';
import { type SessionOrigin, Sessions } from './sessions.js';
import { SignInLimits } from './sign-in-limits.js';

/** Signs users in by password. */
@injectable()
export class PasswordSignIn {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PasswordHasher) private readonly hasher: PasswordHasher,
    @inject(SignInLimits) private readonly limits: SignInLimits,
    @inject(Sessions) private readonly sessions: Sessions,
  ) {}

  /** Throws `sign_in_failed`, which does not reveal whether the address or the password was wrong, and `too_many_attempts`. */
  async signIn(
    { email, password }: Pick<SignInInput, 'email' | 'password'>,
    from: SessionOrigin,
  ): Promise<SessionGrant> {
    const account = emailKey(email);
    const attempt = { account, address: from.address };
    await this.limits.use(attempt);
    const user = await this.database.manager.findOneBy(User, { emailKey: account });
    const matches = await this.hasher.verify(user?.passwordHash ?? null, password);
    if (user === null || !matches) throw signInFailed();
    return this.unitOfWork.run(async (manager) => {
      // the password may have changed during the comparison
      const present = await holdAccount(manager, user.id);
      if (present?.passwordHash !== user.passwordHash) throw signInFailed();
      await this.limits.succeeded(attempt);
      return this.sessions.start(manager, user, from);
    });
  }
}
