import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import { readDatabaseKey, unitOfWorkKey, type ReadDatabase, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { SessionGrant, SignInInput } from '../../contract/dto/sign-in.js';
import { signInFailed } from '../../contract/errors.js';
import { emailKey } from '../accounts/email.js';
import { sessionsKey, type Sessions } from '../accounts/sessions.js';
import { signInLimitsKey, type SignInLimits } from '../accounts/sign-in-limits.js';
import { User } from '../entities/people.js';
import { passwordHasherKey, type PasswordHasher } from '../password-hasher.js';

@injectable()
export class SignInHandler implements Handler<SignInInput, SessionGrant> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(passwordHasherKey) private readonly hasher: PasswordHasher,
    @inject(signInLimitsKey) private readonly limits: SignInLimits,
    @inject(sessionsKey) private readonly sessions: Sessions,
  ) {}

  async run({ email, password }: SignInInput, { address }: Context): Promise<SessionGrant> {
    const account = emailKey(email);
    await this.limits.use(account, address);
    const user = await this.database.manager.findOneBy(User, { emailKey: account });
    const matches = await this.hasher.verify(user?.passwordHash ?? null, password);
    if (user === null || !matches) throw signInFailed();
    return this.unitOfWork.run(async (manager) => {
      await this.limits.succeeded(account);
      return this.sessions.start(manager, user);
    });
  }
}
