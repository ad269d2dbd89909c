import { inject, injectable } from 'tsyringe';
import { signInRequired, type Context, type Handler } from 'svc-registry/kernel';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { ChangePasswordInput } from '../../contract/dto/session.js';
import { passwordWrong } from '../../contract/errors.js';
import { sessionOf } from '../access/principal.js';
import { Principals } from '../access/principals.js';
import { Sessions } from '../accounts/sessions.js';
import { SignInLimits } from '../accounts/sign-in-limits.js';
import { User } from '../entities/people.js';
import { PasswordHasher } from '../password-hasher.js';
import { auditUser } from './target.js';

/** All other sessions end, so that anyone who knew the old password is signed out. */
@injectable()
export class ChangePasswordHandler implements Handler<ChangePasswordInput, void> {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PasswordHasher) private readonly hasher: PasswordHasher,
    @inject(SignInLimits) private readonly limits: SignInLimits,
    @inject(Sessions) private readonly sessions: Sessions,
  ) {}

  async run(
    { currentPassword, newPassword }: ChangePasswordInput,
    { caller, address, auditSubject }: Context,
  ): Promise<void> {
    const { id: sessionId, userId } = sessionOf(await this.principals.of(caller));
    const user = await this.database.manager.findOneBy(User, { id: userId });
    if (user === null) throw signInRequired();
    auditUser({ auditSubject }, user);
    const attempt = { account: user.emailKey, address };
    await this.limits.use(attempt);
    if (!(await this.hasher.verify(user.passwordHash, currentPassword))) throw passwordWrong();
    const passwordHash = await this.hasher.hash(newPassword);
    await this.unitOfWork.run(async (manager) => {
      await this.sessions.endAll(manager, userId, sessionId);
      await this.limits.succeeded(attempt);
      // the password may have changed since it was compared
      const { affected } = await manager.update(
        User,
        { id: userId, passwordHash: user.passwordHash ?? '' },
        { passwordHash },
      );
      if (affected !== 1) throw passwordWrong();
    });
  }
}
