import { inject, injectable } from 'tsyringe';
import { notFound, type Context, type Handler } from 'svc-registry/kernel';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { OrganizationMemberRef } from '../../contract/dto/organization.js';
import type { PasswordResetView, ResetUserInput } from '../../contract/dto/password-reset.js';
import { resetNotAllowed } from '../../contract/errors.js';
import { resetPassword } from '../../contract/operations/organizations.js';
import { PresentRights } from '../access/present-rights.js';
import type { Principal } from '../access/principal.js';
import { lockAccount } from '../accounts/hold-account.js';
import { PasswordResets } from '../accounts/password-resets.js';
import { OrganizationMember, type Organization, type User } from '../entities/people.js';
import { findUser } from '../workspaces/members.js';
import { targetOf, auditUser } from './target.js';

/** Resetting a password allows acting as its owner, so it takes an admin of every organization that the user belongs to. */
@injectable()
export class ResetPasswordHandler implements Handler<OrganizationMemberRef, PasswordResetView> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PresentRights) private readonly rights: PresentRights,
    @inject(PasswordResets) private readonly resets: PasswordResets,
  ) {}

  async run({ member }: OrganizationMemberRef, context: Context): Promise<PasswordResetView> {
    const { id: organizationId } = targetOf<Organization>(context).value;
    return this.unitOfWork.run(async (manager) => {
      const principal = await this.rights.lock(manager, resetPassword, context);
      const user = await findUser(manager, member);
      // a concurrent join of another organization either precedes this lock or cancels the reset
      // issued here
      if (user !== null) await lockAccount(manager, user.id);
      const memberships =
        user === null ? [] : await manager.findBy(OrganizationMember, { userId: user.id });
      if (user === null || !memberships.some((one) => one.organizationId === organizationId))
        throw notFound({ kind: 'member', id: member });
      auditUser(context, user);
      refuse(user, memberships, principal);
      return this.resets.issue(manager, user, principal.id);
    });
  }
}

function refuse(
  { id, email }: User,
  memberships: readonly OrganizationMember[],
  { id: callerId, organizations }: Principal,
): void {
  if (id === callerId)
    throw resetNotAllowed({
      email,
      why: 'it is your own',
      hint: 'Change it on your account page, where you enter the current one.',
    });
  if (memberships.some(({ organizationId }) => organizations.get(organizationId) !== 'admin'))
    throw resetNotAllowed({
      email,
      why: 'they belong to an organization that you do not administer',
      hint: 'The operator of the server can reset it: svc server user reset <email>',
    });
}

/** Runs locally without a permission check: the operator can read and change all data anyway. */
@injectable()
export class ResetUserHandler implements Handler<ResetUserInput, PasswordResetView> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PasswordResets) private readonly resets: PasswordResets,
  ) {}

  run({ email }: ResetUserInput): Promise<PasswordResetView> {
    return this.unitOfWork.run(async (manager) => {
      const user = await findUser(manager, email);
      if (user === null) throw notFound({ kind: 'user', id: email });
      return this.resets.issue(manager, user, null);
    });
  }
}
