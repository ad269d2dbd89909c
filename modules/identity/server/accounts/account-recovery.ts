import { inject, injectable } from 'tsyringe';
import { notFound } from 'svc-registry/kernel';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { AccountRecovery } from '../../contract/account-recovery.js';
import type { PasswordResetView } from '../../contract/dto/password-reset.js';
import { findUser } from '../workspaces/members.js';
import { passwordResetsKey, type PasswordResets } from './password-resets.js';

@injectable()
export class StoredAccountRecovery implements AccountRecovery {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(passwordResetsKey) private readonly resets: PasswordResets,
  ) {}

  reset(email: string): Promise<PasswordResetView> {
    return this.unitOfWork.run(async (manager) => {
      const user = await findUser(manager, email);
      if (user === null) throw notFound({ kind: 'user', id: email });
      return this.resets.issue(manager, user, null);
    });
  }
}
