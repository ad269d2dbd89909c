import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { In, IsNull, type EntityManager } from 'typeorm';
import type { LeaverReport, LeftApiKey, LeftWorkspace } from '../../contract/dto/leaver.js';
import { successorNeeded } from '../../contract/errors.js';
import { TokenCache } from '../access/token-cache.js';
import { OrganizationMember, User } from '../entities/people.js';
import { ApiKey, Invitation } from '../entities/tokens.js';
import { Workspace, WorkspaceMember } from '../entities/workspaces.js';
import { Provisioning } from './provisioning.js';
import { lockAccount } from './hold-account.js';
import { PasswordResets } from './password-resets.js';
import { Sessions } from './sessions.js';

export interface Leaver {
  readonly organizationId: string;
  readonly user: User;
  /** The user who takes over what needs an owner; `undefined` when there is none. */
  readonly successor: User | undefined;
  /** Whether API keys that the user created stay valid under the successor's name. */
  readonly keepKeys: boolean;
}

/** Removes a member and all their roles from an organization. Runs behind the organization's lock, in one unit of work. */
@injectable()
export class Offboarding {
  constructor(
    @inject(Provisioning) private readonly provisioning: Provisioning,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(PasswordResets) private readonly resets: PasswordResets,
    @inject(hostKey) private readonly host: HostInfo,
    @inject(TokenCache) private readonly tokens: TokenCache,
  ) {}

  async removeMember(manager: EntityManager, leaver: Leaver): Promise<LeaverReport> {
    const { organizationId, user } = leaver;
    this.tokens.clearAfterCommit();
    await lockAccount(manager, user.id);
    const workspaceNames = new Map(
      (await manager.findBy(Workspace, { organizationId })).map(({ id, name }) => [id, name]),
    );
    const workspaces = await this.leaveWorkspaces(manager, leaver, workspaceNames);
    const apiKeys = await this.giveUpKeys(manager, leaver, workspaceNames);
    const cancelledInvitations = await this.cancelInvitations(manager, leaver);
    await this.resets.cancelMadeBy(manager, user.id);
    await this.resets.cancel(manager, user.id);
    await manager.delete(OrganizationMember, { organizationId, userId: user.id });
    const belongsElsewhere = await this.moveDefault(manager, leaver);
    const endedSessions = belongsElsewhere ? 0 : await this.sessions.endAll(manager, user.id);
    return {
      userId: user.id,
      email: user.email,
      workspaces,
      apiKeys,
      cancelledInvitations,
      endedSessions,
    };
  }

  /** Called when an admin becomes a member: cancels the invitations they sent or received and the password resets they issued. */
  async stepDown(
    manager: EntityManager,
    person: Pick<Leaver, 'organizationId' | 'user'>,
  ): Promise<void> {
    await this.cancelInvitations(manager, person);
    await this.resets.cancelMadeBy(manager, person.user.id);
  }

  private async leaveWorkspaces(
    manager: EntityManager,
    leaver: Leaver,
    workspaceNames: ReadonlyMap<string, string>,
  ): Promise<LeftWorkspace[]> {
    const { id: userId } = leaver.user;
    const left: LeftWorkspace[] = [];
    for (const [workspaceId, name] of workspaceNames) {
      const own = await manager.findOneBy(WorkspaceMember, { workspaceId, userId });
      if (own === null) continue;
      const newOwner =
        own.role === 'owner' ? await this.newOwner(manager, leaver, { workspaceId, name }) : null;
      await manager.delete(WorkspaceMember, { workspaceId, userId });
      left.push({ name, role: own.role, newOwner });
    }
    return left;
  }

  private async newOwner(
    manager: EntityManager,
    { user, successor }: Leaver,
    { workspaceId, name }: { workspaceId: string; name: string },
  ): Promise<string | null> {
    const owners = await manager.findBy(WorkspaceMember, { workspaceId, role: 'owner' });
    if (owners.some(({ userId }) => userId !== user.id)) return null;
    if (successor === undefined) throw successorNeeded({ what: `the workspace "${name}"` });
    await this.provisioning.workspaceRole(manager, {
      workspaceId,
      userId: successor.id,
      role: 'owner',
    });
    return successor.email;
  }

  /** Hands over or revokes the user's valid keys. A key does not act for the user, but the user has seen its value. */
  private async giveUpKeys(
    manager: EntityManager,
    leaver: Leaver,
    workspaceNames: ReadonlyMap<string, string>,
  ): Promise<LeftApiKey[]> {
    const { organizationId, user, successor, keepKeys } = leaver;
    const now = this.host.clock();
    const made = await manager.findBy(ApiKey, {
      organizationId,
      createdBy: user.id,
      revokedAt: IsNull(),
    });
    const working = made.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
    if (working.length === 0) return [];
    if (keepKeys && successor === undefined) throw successorNeeded({ what: 'the API keys' });
    const change =
      keepKeys && successor !== undefined ? { createdBy: successor.id } : { revokedAt: now };
    await manager.update(ApiKey, { id: In(working.map(({ id }) => id)) }, change);
    const outcome = keepKeys ? 'kept' : 'revoked';
    return working.map(({ id, name, workspaceId }) => ({
      id,
      name,
      outcome,
      workspace: workspaceNames.get(workspaceId ?? '') ?? null,
    }));
  }

  private async cancelInvitations(
    manager: EntityManager,
    { organizationId, user }: Pick<Leaver, 'organizationId' | 'user'>,
  ): Promise<string[]> {
    const open = { organizationId, redeemedAt: IsNull() };
    const found = await manager.find(Invitation, {
      where: [
        { ...open, createdBy: user.id },
        { ...open, emailKey: user.emailKey },
      ],
    });
    if (found.length > 0) await manager.delete(Invitation, { id: In(found.map(({ id }) => id)) });
    return [...new Set(found.map(({ emailKey }) => emailKey ?? ''))].sort();
  }

  /** Makes another organization the default, if there is one. Returns whether there is. */
  private async moveDefault(
    manager: EntityManager,
    { organizationId, user }: Leaver,
  ): Promise<boolean> {
    const [next] = await manager.find(OrganizationMember, {
      where: { userId: user.id },
      order: { createdAt: 'ASC' },
      take: 1,
    });
    const defaultOrganizationId = next?.organizationId ?? null;
    await manager.update(
      User,
      { id: user.id, defaultOrganizationId: organizationId },
      { defaultOrganizationId },
    );
    return next !== undefined;
  }
}
