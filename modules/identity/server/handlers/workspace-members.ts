import { inject, injectable } from 'tsyringe';
import { notFound, type Context, type Handler, type Located, type Page } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { WorkspaceRole } from '../../contract/access.js';
import type { MembershipChange, MemberView } from '../../contract/dto/member.js';
import type {
  AddWorkspaceMemberInput,
  RemoveWorkspaceMemberInput,
  WorkspaceMembersInput,
} from '../../contract/dto/workspace.js';
import { notOrganizationMember } from '../../contract/errors.js';
import { addWorkspaceMember, removeWorkspaceMember } from '../../contract/operations/workspaces.js';
import { refuseHigherRole, type Principal } from '../access/principal.js';
import { PresentRights } from '../access/present-rights.js';
import { TokenCache } from '../access/token-cache.js';
import { Provisioning } from '../accounts/provisioning.js';
import { Invitations, type Invited } from '../accounts/invitations.js';
import { OrganizationMember, type User } from '../entities/people.js';
import { WorkspaceMember } from '../entities/workspaces.js';
import { holdWorkspace } from '../workspaces/hold-workspace.js';
import { keepAnOwner } from '../workspaces/last-of-role.js';
import { findUser, Members } from '../workspaces/members.js';
import type { WorkspaceRecord } from '../workspaces/workspaces.js';
import { membershipChange } from './membership-change.js';
import { targetOf, auditInvitation, auditUser } from './target.js';

@injectable()
export class ListWorkspaceMembersHandler implements Handler<
  WorkspaceMembersInput,
  Page<MemberView>
> {
  constructor(@inject(Members) private readonly members: Members) {}

  run(input: WorkspaceMembersInput, context: Context): Promise<Page<MemberView>> {
    const { id: workspaceId } = targetOf<WorkspaceRecord>(context).value;
    return this.members.pageFor({ workspaceId }, input);
  }
}

interface Addition {
  readonly target: Located<WorkspaceRecord>;
  readonly role: WorkspaceRole;
  readonly principal: Principal;
}

@injectable()
export class AddWorkspaceMemberHandler implements Handler<
  AddWorkspaceMemberInput,
  MembershipChange
> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PresentRights) private readonly rights: PresentRights,
    @inject(Provisioning) private readonly provisioning: Provisioning,
    @inject(Invitations) private readonly invitations: Invitations,
  ) {}

  async run(
    { email, role = 'member' }: AddWorkspaceMemberInput,
    context: Context,
  ): Promise<MembershipChange> {
    const target = targetOf<WorkspaceRecord>(context);
    return this.unitOfWork.run(async (manager) => {
      const principal = await this.rights.lock(manager, addWorkspaceMember, context);
      const user = await this.memberOfOrganization(manager, email, target.value);
      if (user !== null) auditUser(context, user, target.name);
      refuseHigherRole(principal, role, target);
      const addition = { target, role, principal };
      if (user !== null) return this.add(manager, user, addition);
      const { id, view } = await this.invite(manager, email, addition);
      auditInvitation(context, { id, email }, target.name);
      return { outcome: 'invited', member: null, invitation: view };
    });
  }

  private async memberOfOrganization(
    manager: EntityManager,
    email: string,
    { organizationId }: WorkspaceRecord,
  ): Promise<User | null> {
    const user = await findUser(manager, email);
    if (user === null) return null;
    return (await manager.existsBy(OrganizationMember, { organizationId, userId: user.id }))
      ? user
      : null;
  }

  private async add(
    manager: EntityManager,
    user: User,
    { target, role, principal }: Addition,
  ): Promise<MembershipChange> {
    const key = { workspaceId: target.value.id, userId: user.id };
    const before = await manager.findOneBy(WorkspaceMember, key);
    if (before === null) await holdWorkspace(manager, key.workspaceId);
    else refuseHigherRole(principal, before.role, target);
    if (before?.role === 'owner' && role !== 'owner') await keepAnOwner(manager, key);
    if (before?.role !== role) await this.provisioning.workspaceRole(manager, { ...key, role });
    return membershipChange({ before: before?.role, role, user });
  }

  /** Only admins of the organization may invite new people. */
  private async invite(
    manager: EntityManager,
    email: string,
    { target, role, principal }: Addition,
  ): Promise<Invited> {
    const { id, organization, organizationId } = target.value;
    if (principal.organizations.get(organizationId) !== 'admin')
      throw notOrganizationMember({ email, organization });
    await holdWorkspace(manager, id);
    return this.invitations.invite(manager, {
      email,
      organizationId,
      organizationRole: 'member',
      workspace: { id, role },
      createdBy: principal.id,
    });
  }
}

@injectable()
export class RemoveWorkspaceMemberHandler implements Handler<RemoveWorkspaceMemberInput, void> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PresentRights) private readonly rights: PresentRights,
    @inject(TokenCache) private readonly tokens: TokenCache,
  ) {}

  async run({ member }: RemoveWorkspaceMemberInput, context: Context): Promise<void> {
    const target = targetOf<WorkspaceRecord>(context);
    await this.unitOfWork.run(async (manager) => {
      const principal = await this.rights.lock(manager, removeWorkspaceMember, context);
      const user = await findUser(manager, member);
      const key = { workspaceId: target.value.id, userId: user?.id ?? '' };
      const membership = user === null ? null : await manager.findOneBy(WorkspaceMember, key);
      if (user === null || membership === null) throw notFound({ kind: 'member', id: member });
      auditUser(context, user, target.name);
      refuseHigherRole(principal, membership.role, target);
      if (membership.role === 'owner') await keepAnOwner(manager, key);
      await manager.delete(WorkspaceMember, key);
      this.tokens.clearAfterCommit();
    });
  }
}
