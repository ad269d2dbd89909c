import { inject, injectable } from 'tsyringe';
import { denied, type AnyOperation, type Caller, type Context } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { tokenRevoked, tokenUnknown } from '../../contract/errors.js';
import { ApiKey, Session } from '../entities/tokens.js';
import { lockOrganization } from '../workspaces/organizations.js';
import { Decisions } from './decisions.js';
import { findMembershipRows } from './principal-queries.js';
import { principalOfKey, principalOfUser, type Principal } from './principal.js';
import { Principals } from './principals.js';

/**
 * The caller was authorized when the call arrived, possibly from data that was cached for some seconds. Operations that
 * grant rights check again behind the organization's lock: otherwise a person who is being removed at that moment, or
 * was removed on another server, could still create a key or an invitation.
 */
@injectable()
export class PresentRights {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(Decisions) private readonly decisions: Decisions,
  ) {}

  /**
   * Blocks other changes of the members of the target's organization until the unit ends, and returns the caller's
   * current roles. Throws `denied`, `token_unknown` and `token_revoked`.
   */
  async lock(
    manager: EntityManager,
    { access }: AnyOperation,
    { caller, target }: Context,
  ): Promise<Principal> {
    if (target?.organizationId === undefined || typeof access === 'string')
      throw new Error('This operation needs an access that names an object of an organization.');
    await lockOrganization(manager, target.organizationId);
    const principal = await this.present(manager, caller);
    const { permission } = access;
    if ((await this.decisions.decide(principal, permission, target)) !== 'allow')
      throw denied({ permission, hint: this.decisions.remedy(caller, permission, target) });
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
