import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import type { OrganizationRole, WorkspaceRole } from '../../contract/access.js';
import { nameTaken } from '../../contract/errors.js';
import { TokenCache } from '../access/token-cache.js';
import { Organization, OrganizationMember, User } from '../entities/people.js';
import { Workspace, WorkspaceMember } from '../entities/workspaces.js';
import { emailKey } from './email.js';

/** Creates organizations, users, workspaces and memberships. Must run inside a unit of work. */
@injectable()
export class Provisioning {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(TokenCache) private readonly tokens: TokenCache,
  ) {}

  async organization(manager: EntityManager, name: string): Promise<Organization> {
    if (await manager.existsBy(Organization, { name }))
      throw nameTaken({ kind: 'organization', name });
    const row = { id: randomUUID(), name, revision: 0, createdAt: this.host.clock() };
    await manager.insert(Organization, row);
    return row;
  }

  async user(
    manager: EntityManager,
    account: Pick<User, 'email' | 'passwordHash' | 'defaultOrganizationId'>,
  ): Promise<User> {
    const row = {
      ...account,
      id: randomUUID(),
      email: account.email.trim(),
      emailKey: emailKey(account.email),
      createdAt: this.host.clock(),
    };
    await manager.insert(User, row);
    return row;
  }

  async workspace(
    manager: EntityManager,
    properties: Pick<Workspace, 'name' | 'organizationId'>,
  ): Promise<Workspace> {
    const { name } = properties;
    if (await manager.existsBy(Workspace, { name })) throw nameTaken({ kind: 'workspace', name });
    const row = {
      ...properties,
      id: randomUUID(),
      orgDefaultRole: null,
      createdAt: this.host.clock(),
      archivedAt: null,
      archivedReason: null,
    };
    await manager.insert(Workspace, row);
    return row;
  }

  /** Adds the membership, or changes its role. */
  async organizationRole(
    manager: EntityManager,
    member: { organizationId: string; userId: string; role: OrganizationRole },
  ): Promise<void> {
    const { role, ...key } = member;
    this.tokens.clearAfterCommit();
    const { affected } = await manager.update(OrganizationMember, key, { role });
    if (affected !== 1)
      await manager.insert(OrganizationMember, { ...member, createdAt: this.host.clock() });
  }

  /** Adds the membership, or changes its role. */
  async workspaceRole(
    manager: EntityManager,
    member: { workspaceId: string; userId: string; role: WorkspaceRole },
  ): Promise<void> {
    const { role, ...key } = member;
    this.tokens.clearAfterCommit();
    const { affected } = await manager.update(WorkspaceMember, key, { role });
    if (affected !== 1)
      await manager.insert(WorkspaceMember, { ...member, createdAt: this.host.clock() });
  }
}
