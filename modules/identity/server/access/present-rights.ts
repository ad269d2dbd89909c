import { inject, injectable } from 'tsyringe';
import { denied, type AnyOperation, type Caller, type Context } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { tokenRevoked, tokenUnknown } from '../../contract/errors.js';
import { ApiKey, Session } from '../entities/tokens.js';
import { lockOrganization } from '../workspaces/organizations.js';
import { Decisions } from './decisions.js';
import { wayToRole } from './needed-role.js';
import { Permissions } from './permissions.js';
import { findMembershipRows } from './principal-queries.js';
import { principalOfKey, principalOfUser, type Principal } from './principal.js';
import { Principals } from './principals.js';

interface Claim {
  readonly organizationId: string;
  /** The operation that is being done: its access names the permission. */
  readonly operation: AnyOperation;
}

/**
 * What a caller may do was decided when the call came in, perhaps from what was known some seconds before. Code that hands out rights checks once
 * more behind the organization's lock: somebody who is being removed at this moment, or was removed on another server, must leave nothing behind.
 */
@injectable()
export class PresentRights {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(Decisions) private readonly decisions: Decisions,
    @inject(Permissions) private readonly permissions: Permissions,
  ) {}

  /**
   * Makes changes of the organization's people wait for this unit, and answers what the caller holds now. Throws `denied`, `token_unknown` and
   * `token_revoked`.
   */
  async lock(
    manager: EntityManager,
    { organizationId, operation }: Claim,
    { caller, target }: Context,
  ): Promise<Principal> {
    await lockOrganization(manager, organizationId);
    const { access } = operation;
    const principal = await this.present(manager, caller);
    if (target === undefined || typeof access === 'string') return principal;
    const { permission } = access;
    if ((await this.decisions.decide(principal, permission, target)) !== 'allow') {
      const hint = wayToRole(this.permissions.rule(permission), target, caller.kind);
      throw denied({ permission, hint });
    }
    return principal;
  }

  private async present(manager: EntityManager, caller: Caller): Promise<Principal> {
    const before = await this.principals.of(caller);
    if (before.id === null) return before;
    if (before.kind === 'key') return presentKey(manager, before.id);
    const { id, session } = before;
    if (session !== undefined && !(await manager.existsBy(Session, { id: session.id })))
      throw tokenUnknown();
    return principalOfUser(id, await findMembershipRows(manager, id), session);
  }
}

async function presentKey(manager: EntityManager, id: string): Promise<Principal> {
  const key = await manager.findOneBy(ApiKey, { id });
  if (key === null) throw tokenUnknown();
  if (key.revokedAt !== null) throw tokenRevoked({ what: 'API key' });
  return principalOfKey(key);
}
