import { inject, injectable } from 'tsyringe';
import { notFound, type Context, type Handler, type Page } from 'svc-registry/kernel';
import { In, type EntityManager } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { MembershipChange, MemberView } from '../../contract/dto/member.js';
import type {
  AddOrganizationMemberInput,
  OrganizationMembersInput,
  OrganizationView,
  RemoveOrganizationMemberInput,
} from '../../contract/dto/organization.js';
import type { PageInput } from '../../contract/dto/paging.js';
import { principalsKey, type Principals } from '../access/principals.js';
import { foundingKey, type Founding } from '../accounts/founding.js';
import { invitationsKey, type Invitations } from '../accounts/invitations.js';
import { OrganizationMember, User, type Organization } from '../entities/people.js';
import { Workspace, WorkspaceMember } from '../entities/workspaces.js';
import { keepAnAdmin, keepAnOwner } from '../workspaces/last-of-role.js';
import { findUser, membersKey, type Members } from '../workspaces/members.js';
import { lockOrganization, organizationsKey, type Organizations } from '../workspaces/organizations.js';
import { membershipChange } from './membership-change.js';
import { targetOf } from './target.js';

@injectable()
export class ListOrganizationsHandler implements Handler<PageInput, Page<OrganizationView>> {
  constructor(
    @inject(organizationsKey) private readonly organizations: Organizations,
    @inject(principalsKey) private readonly principals: Principals,
  ) {}

  async run(input: PageInput, { caller }: Context): Promise<Page<OrganizationView>> {
    return this.organizations.pageFor(await this.principals.of(caller), input);
  }
}

@injectable()
export class ListOrganizationMembersHandler implements Handler<OrganizationMembersInput, Page<MemberView>> {
  constructor(@inject(membersKey) private readonly members: Members) {}

  run(input: OrganizationMembersInput, context: Context): Promise<Page<MemberView>> {
    return this.members.pageFor({ organizationId: targetOf<Organization>(context).value.id }, input);
  }
}

@injectable()
export class AddOrganizationMemberHandler implements Handler<AddOrganizationMemberInput, MembershipChange> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(foundingKey) private readonly founding: Founding,
    @inject(invitationsKey) private readonly invitations: Invitations,
  ) {}

  async run({ email, role = 'member' }: AddOrganizationMemberInput, context: Context): Promise<MembershipChange> {
    const organization = targetOf<Organization>(context).value;
    const organizationId = organization.id;
    return this.unitOfWork.run(async (manager) => {
      await lockOrganization(manager, organizationId);
      const user = await findUser(manager, email);
      const membership = user === null ? null : await manager.findOneBy(OrganizationMember, { organizationId, userId: user.id });
      if (user === null || membership === null) {
        const place = { organizationId, organizationRole: role, createdBy: context.caller.id };
        return { outcome: 'invited', member: null, invitation: await this.invitations.invite(manager, { ...place, email }) };
      }
      if (membership.role === 'admin' && role !== 'admin') await keepAnAdmin(manager, organization, user.id);
      await this.founding.organizationRole(manager, { organizationId, userId: user.id, role });
      return membershipChange({ before: membership.role, role, user });
    });
  }
}

/** Takes every role in the organization's workspaces along. */
@injectable()
export class RemoveOrganizationMemberHandler implements Handler<RemoveOrganizationMemberInput, void> {
  constructor(@inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork) {}

  async run({ member }: RemoveOrganizationMemberInput, context: Context): Promise<void> {
    const organization = targetOf<Organization>(context).value;
    await this.unitOfWork.run(async (manager) => {
      await lockOrganization(manager, organization.id);
      const user = await findUser(manager, member);
      const key = { organizationId: organization.id, userId: user?.id ?? '' };
      const membership = user === null ? null : await manager.findOneBy(OrganizationMember, key);
      if (membership === null) throw notFound({ kind: 'member', id: member });
      if (membership.role === 'admin') await keepAnAdmin(manager, organization, key.userId);
      await this.leaveWorkspaces(manager, key);
      await manager.delete(OrganizationMember, key);
      await this.moveDefault(manager, key);
    });
  }

  private async leaveWorkspaces(manager: EntityManager, { organizationId, userId }: { organizationId: string; userId: string }) {
    const workspaces = await manager.findBy(Workspace, { organizationId });
    if (workspaces.length === 0) return;
    const roles = await manager.findBy(WorkspaceMember, { userId, workspaceId: In(workspaces.map(({ id }) => id)) });
    for (const { workspaceId, role } of roles) {
      if (role === 'owner') await keepAnOwner(manager, { workspaceId, userId });
      await manager.delete(WorkspaceMember, { workspaceId, userId });
    }
  }

  /** Another organization becomes the default one, or none. */
  private async moveDefault(manager: EntityManager, { organizationId, userId }: { organizationId: string; userId: string }) {
    const [next] = await manager.find(OrganizationMember, { where: { userId }, order: { createdAt: 'ASC' }, take: 1 });
    const defaultOrganizationId = next?.organizationId ?? null;
    await manager.update(User, { id: userId, defaultOrganizationId: organizationId }, { defaultOrganizationId });
  }
}
