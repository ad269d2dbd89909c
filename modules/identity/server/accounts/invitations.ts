import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import { hostKey, serviceKey, type HostInfo } from 'svc-registry/kernel';
import { IsNull, type EntityManager } from 'typeorm';
import type { OrganizationRole, WorkspaceRole } from '../../contract/access.js';
import type { InvitationView } from '../../contract/dto/member.js';
import { codeInvalid } from '../../contract/errors.js';
import { Invitation } from '../entities/tokens.js';
import { newToken, sameHash, storedToken, tokenKind } from '../token.js';
import { emailKey } from './email.js';
import { publicLink } from './public-link.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const NEWCOMER_MS = 7 * DAY_MS;
const FIRST_RUN_MS = DAY_MS;

/** The one row of the first administrator's code: once redeemed it stays so, whatever happens later. */
const FIRST_RUN_ID = '00000000-0000-4000-8000-000000000001';

/** The page where a code is redeemed. */
export const invitationPath = (code: string): string => `/invitations/${code}`;

export interface NewInvitation {
  readonly email: string;
  readonly organizationId: string;
  readonly organizationRole: OrganizationRole;
  readonly workspace?: { readonly id: string; readonly role: WorkspaceRole };
  readonly createdBy: string | null;
}

/** One-time codes: made, found and used up. */
@injectable()
export class Invitations {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  /** Replaces an unused invitation of the same person to the same place. */
  async invite(manager: EntityManager, invitation: NewInvitation): Promise<InvitationView> {
    const { email, organizationId, organizationRole, workspace, createdBy } = invitation;
    const workspaceId = workspace?.id ?? null;
    const place = { emailKey: emailKey(email), organizationId, workspaceId: workspaceId ?? IsNull(), redeemedAt: IsNull() };
    await manager.delete(Invitation, place);
    const roles = { organizationRole, workspaceRole: workspace?.role ?? null };
    const { code, row } = this.fresh(NEWCOMER_MS);
    await manager.insert(Invitation, {
      ...{ ...row, ...roles, id: randomUUID(), emailKey: emailKey(email) },
      ...{ organizationId, workspaceId, createdBy, redeemedAt: null },
    });
    return { email, code, link: publicLink(this.host.env, invitationPath(code)), expiresAt: row.expiresAt.toISOString() };
  }

  /** A new code for the first administrator; one made before stops working. `null` when it was redeemed already. */
  async openFirstRun(manager: EntityManager): Promise<string | null> {
    const { code, row } = this.fresh(FIRST_RUN_MS);
    const known = await manager.findOneBy(Invitation, { id: FIRST_RUN_ID });
    if (known !== null) {
      const { affected } = await manager.update(Invitation, { id: FIRST_RUN_ID, redeemedAt: IsNull() }, row);
      return affected === 1 ? code : null;
    }
    const nobody = { emailKey: null, organizationId: null, workspaceId: null, workspaceRole: null, createdBy: null, redeemedAt: null };
    await manager.insert(Invitation, { ...row, ...nobody, id: FIRST_RUN_ID, organizationRole: 'admin' });
    return code;
  }

  /** The invitation behind a code that this person may redeem now. Throws `code_invalid`. */
  async find(manager: EntityManager, code: string, email: string): Promise<Invitation> {
    const invitation = await this.look(manager, code);
    if (!this.isOpen(invitation, email)) throw codeInvalid();
    return invitation;
  }

  /** The invitation behind a code, used and expired ones included. Throws `code_invalid`. */
  async look(manager: EntityManager, code: string): Promise<Invitation> {
    if (tokenKind(code) !== 'code') throw codeInvalid();
    const { tokenLookup, tokenHash } = storedToken(code);
    const found = await manager.findBy(Invitation, { tokenLookup });
    const invitation = found.find((row) => sameHash(row.tokenHash, tokenHash));
    if (invitation === undefined) throw codeInvalid();
    return invitation;
  }

  /** Of two who redeem the same code at once, one gets `code_invalid`. */
  async useUp(manager: EntityManager, { id, tokenHash }: Invitation): Promise<void> {
    const unused = { id, tokenHash, redeemedAt: IsNull() };
    const { affected } = await manager.update(Invitation, unused, { redeemedAt: this.host.clock() });
    if (affected !== 1) throw codeInvalid();
  }

  private isOpen({ redeemedAt, expiresAt, emailKey: invited }: Invitation, email: string): boolean {
    return redeemedAt === null && expiresAt > this.host.clock() && (invited === null || invited === emailKey(email));
  }

  private fresh(lifetimeMs: number) {
    const code = newToken('code');
    const createdAt = this.host.clock();
    return { code, row: { ...storedToken(code), createdAt, expiresAt: new Date(createdAt.getTime() + lifetimeMs) } };
  }
}

export const invitationsKey = serviceKey<Invitations>('identity.invitations');
