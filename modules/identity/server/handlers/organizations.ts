import type { PageInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { invalidInput, notFound, type Context, type Handler, type Page } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { OrganizationRole } from '../../contract/access.js';
import type { LeaverReport } from '../../contract/dto/leaver.js';
import type { MembershipChange, MemberView } from '../../contract/dto/member.js';
import type {
  AddOrganizationMemberInput,
  OrganizationMembersInput,
  OrganizationRef,
  OrganizationView,
  RemoveOrganizationMemberInput,
} from '../../contract/dto/organization.js';
import {
  addOrganizationMember,
  removeOrganizationMember,
} from '../../contract/operations/organizations.js';
import { PresentRights } from '../access/present-rights.js';
import { Principals } from '../access/principals.js';
import { Provisioning } from '../accounts/provisioning.js';
import { Invitations } from '../accounts/invitations.js';
import { Offboarding } from '../accounts/offboarding.js';
import { OrganizationMember, type Organization, type User } from '../entities/people.js';
import { keepAnAdmin } from '../workspaces/last-of-role.js';
import { findUser, Members } from '../workspaces/members.js';
import { viewOfOrganization, Organizations } from '../workspaces/organizations.js';
import { membershipChange } from './membership-change.js';
import { auditInvitation, auditUser, targetOf } from './target.js';

@injectable()
export class ListOrganizationsHandler implements Handler<PageInput, Page<OrganizationView>> {
  constructor(
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(Principals) private readonly principals: Principals,
  ) {}

  async run(input: PageInput, { caller }: Context): Promise<Page<OrganizationView>> {
    return this.organizations.pageFor(await this.principals.of(caller), input);
  }
}

@injectable()
export class ViewOrganizationHandler implements Handler<OrganizationRef, OrganizationView> {
  constructor(@inject(Principals) private readonly principals: Principals) {}

  async run(_input: OrganizationRef, context: Context): Promise<OrganizationView> {
    const organization = targetOf<Organization>(context).value;
    const { organizations } = await this.principals.of(context.caller);
    return viewOfOrganization(organization, organizations.get(organization.id) ?? null);
  }
}

@injectable()
export class ListOrganizationMembersHandler implements Handler<
  OrganizationMembersInput,
  Page<MemberView>
> {
  constructor(@inject(Members) private readonly members: Members) {}

  run(input: OrganizationMembersInput, context: Context): Promise<Page<MemberView>> {
    const { id: organizationId } = targetOf<Organization>(context).value;
    return this.members.pageFor({ organizationId }, input);
  }
}

@injectable()
export class AddOrganizationMemberHandler implements Handler<
  AddOrganizationMemberInput,
  MembershipChange
> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PresentRights) private readonly rights: PresentRights,
    @inject(Provisioning) private readonly provisioning: Provisioning,
    @inject(Invitations) private readonly invitations: Invitations,
    @inject(Offboarding) private readonly offboarding: Offboarding,
  ) {}

  async run(
    { email, role = 'member' }: AddOrganizationMemberInput,
    context: Context,
  ): Promise<MembershipChange> {
    const organization = targetOf<Organization>(context).value;
    const organizationId = organization.id;
    return this.unitOfWork.run(async (manager) => {
      await this.rights.lock(manager, addOrganizationMember, context);
      const user = await findUser(manager, email);
      const membership =
        user === null
          ? null
          : await manager.findOneBy(OrganizationMember, { organizationId, userId: user.id });
      if (user === null || membership === null) {
        const { id, view } = await this.invitations.invite(manager, {
          email,
          organizationId,
          organizationRole: role,
          createdBy: context.caller.id,
        });
        auditInvitation(context, { id, email });
        return { outcome: 'invited', member: null, invitation: view };
      }
      auditUser(context, user);
      if (membership.role === 'admin' && role !== 'admin') {
        await keepAnAdmin(manager, organization, user.id);
        await this.offboarding.stepDown(manager, { organizationId, user });
      }
      await this.provisioning.organizationRole(manager, { organizationId, userId: user.id, role });
      return membershipChange({ before: membership.role, role, user });
    });
  }
}

@injectable()
export class RemoveOrganizationMemberHandler implements Handler<
  RemoveOrganizationMemberInput,
  LeaverReport
> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PresentRights) private readonly rights: PresentRights,
    @inject(Offboarding) private readonly offboarding: Offboarding,
  ) {}

  async run(
    { member, successor: named, keepKeys = false }: RemoveOrganizationMemberInput,
    context: Context,
  ): Promise<LeaverReport> {
    const organization = targetOf<Organization>(context).value;
    const { id: organizationId } = organization;
    return this.unitOfWork.run(async (manager) => {
      const { id: callerId } = await this.rights.lock(manager, removeOrganizationMember, context);
      const { user, role } = await memberOf(manager, organizationId, member);
      auditUser(context, user);
      if (role === 'admin') await keepAnAdmin(manager, organization, user.id);
      const successorReference = named ?? (callerId === user.id ? null : callerId);
      const successor =
        successorReference === null
          ? undefined
          : (await memberOf(manager, organizationId, successorReference)).user;
      if (successor?.id === user.id)
        throw invalidInput({
          what: 'The person who is removed cannot be their own successor: name another member.',
        });
      return this.offboarding.removeMember(manager, { organizationId, user, successor, keepKeys });
    });
  }
}

/** Throws `not_found` for a user who is not a member. */
async function memberOf(
  manager: EntityManager,
  organizationId: string,
  reference: string,
): Promise<{ user: User; role: OrganizationRole }> {
  const user = await findUser(manager, reference);
  const membership =
    user === null
      ? null
      : await manager.findOneBy(OrganizationMember, { organizationId, userId: user.id });
  if (user === null || membership === null) throw notFound({ kind: 'member', id: reference });
  return { user, role: membership.role };
}
