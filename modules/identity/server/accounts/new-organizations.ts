import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { Organization, User } from '../entities/people.js';
import { withUniqueName } from '../name-taken.js';
import { Provisioning } from './provisioning.js';
import { holdAccount } from './hold-account.js';
import { PasswordResets } from './password-resets.js';

/** Creates organizations other than the first one. */
@injectable()
export class NewOrganizations {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(Provisioning) private readonly provisioning: Provisioning,
    @inject(PasswordResets) private readonly passwordResets: PasswordResets,
  ) {}

  /** `staff` adds the first admin in the same unit. Throws `name_taken`. */
  create<T>(
    name: string,
    staff: (manager: EntityManager, organization: Organization) => Promise<T>,
  ): Promise<T> {
    return withUniqueName({ kind: 'organization', name }, () =>
      this.unitOfWork.run(async (manager) =>
        staff(manager, await this.provisioning.organization(manager, name)),
      ),
    );
  }

  async admit(
    manager: EntityManager,
    organizationId: string,
    { id: userId }: Pick<User, 'id'>,
  ): Promise<void> {
    await this.provisioning.organizationRole(manager, { organizationId, userId, role: 'admin' });
    // resets issued by admins of the user's other organizations must not give access to this one;
    // holding the account prevents new ones meanwhile
    await holdAccount(manager, userId);
    await this.passwordResets.cancel(manager, userId);
  }
}
