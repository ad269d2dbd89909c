import { inject, injectable } from 'tsyringe';
import { denied, serviceKey, type AnyOperation, type Context } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { tokenUnknown } from '../../contract/errors.js';
import { Session } from '../entities/tokens.js';
import { lockOrganization } from '../workspaces/organizations.js';
import { decisionsKey, type Decisions } from './decisions.js';
import { findMembershipRows } from './principal-queries.js';
import { principalOfUser, type Principal } from './principal.js';
import { principalsKey, type Principals } from './principals.js';

interface Claim {
  readonly organizationId: string;
  /** The operation that is being done: its access names the permission. */
  readonly operation: AnyOperation;
}

/**
 * What a caller may do was decided when the call came in, perhaps from what was known some seconds before. Whoever hands out rights asks once
 * more behind the organization's lock: somebody who is removed at this moment, or was on another server, must leave nothing behind.
 */
@injectable()
export class PresentRights {
  constructor(
    @inject(principalsKey) private readonly principals: Principals,
    @inject(decisionsKey) private readonly decisions: Decisions,
  ) {}

  /** Makes changes of the organization's people wait for this unit, and answers what the caller holds now. Throws `denied` and `token_unknown`. */
  async lock(manager: EntityManager, { organizationId, operation }: Claim, { caller, target }: Context): Promise<Principal> {
    await lockOrganization(manager, organizationId);
    const before = await this.principals.of(caller);
    const { access } = operation;
    if (caller.kind !== 'user' || caller.id === null || target === undefined || typeof access === 'string') return before;
    const { session } = before;
    if (session !== undefined && !(await manager.existsBy(Session, { id: session.id }))) throw tokenUnknown();
    const principal = principalOfUser(caller.id, await findMembershipRows(manager, caller.id), session);
    const { permission } = access;
    if ((await this.decisions.decide(principal, permission, target)) !== 'allow') throw denied({ permission });
    return principal;
  }
}

export const presentRightsKey = serviceKey<PresentRights>('identity.presentRights');
