import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import type { OrganizationRole, WorkspaceRole } from '../../contract/access.js';
import { invitationPath } from '../../contract/code-pages.js';
import type { InvitationView } from '../../contract/dto/member.js';
import { codeInvalid } from '../../contract/errors.js';
import { findByToken, Invitation } from '../entities/tokens.js';
import { newToken, storedToken, tokenKind } from '../token.js';
import { refuseTooSoon } from './cool-down.js';
import { emailKey } from './email.js';
import { InvitationMail } from './invitation-mail.js';
import { publicLink } from '../../../web/contract/public-link.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const NEWCOMER_MS = 7 * DAY_MS;
const FIRST_RUN_MS = DAY_MS;

/** The row that guards the creation of the first organization; once redeemed, it stays redeemed. */
const FIRST_RUN_ID = '00000000-0000-4000-8000-000000000001';
/** Every server prints its own code at start; beyond this number the oldest codes stop working. */
const FIRST_RUN_CODES = 10;

/** An invitation that creates the first organization. */
const firstRunInvitation = {
  emailKey: null,
  organizationId: null,
  workspaceId: null,
  workspaceRole: null,
  createdBy: null,
  redeemedAt: null,
  organizationRole: 'admin',
} as const;

/** The codes that servers have printed. */
const firstRunCodes = { organizationId: IsNull(), id: Not(FIRST_RUN_ID) };

export interface NewInvitation {
  readonly email: string;
  readonly organizationId: string;
  readonly organizationRole: OrganizationRole;
  readonly workspace?: { readonly id: string; readonly role: WorkspaceRole };
  readonly createdBy: string | null;
}

export interface Invited {
  readonly id: string;
  readonly view: InvitationView;
}

interface FreshCode {
  readonly code: string;
  readonly row: Pick<Invitation, 'tokenLookup' | 'tokenHash' | 'createdAt' | 'expiresAt'>;
}

/** Creates, finds and redeems invitations. */
@injectable()
export class Invitations {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(InvitationMail) private readonly mail: InvitationMail,
  ) {}

  /** Replaces an unused invitation of the same address to the same organization or workspace. Throws `invitation_cool_down` where both would be mailed. */
  async invite(manager: EntityManager, invitation: NewInvitation): Promise<Invited> {
    const { email, organizationId, organizationRole, workspace, createdBy } = invitation;
    const sameScope = { emailKey: emailKey(email), organizationId };
    const former = {
      ...sameScope,
      workspaceId: workspace?.id ?? IsNull(),
      redeemedAt: IsNull(),
    };
    if (this.mail.on)
      for (const each of await manager.findBy(Invitation, former))
        refuseTooSoon(each, this.host.clock());
    await manager.delete(Invitation, former);
    const [id, fresh] = [randomUUID(), this.fresh(NEWCOMER_MS)];
    const row = {
      ...fresh.row,
      ...sameScope,
      id,
      organizationRole,
      workspaceId: workspace?.id ?? null,
      workspaceRole: workspace?.role ?? null,
      createdBy,
      redeemedAt: null,
    };
    await manager.insert(Invitation, row);
    const view = this.view(email, fresh);
    await this.mail.send(manager, row, view);
    return { id, view };
  }

  /** Issues a new code that is valid for another week; the previous code stops working. Throws `invitation_cool_down`. */
  async renew(manager: EntityManager, invitation: Invitation): Promise<InvitationView> {
    refuseTooSoon(invitation, this.host.clock());
    const fresh = this.fresh(NEWCOMER_MS);
    await manager.update(Invitation, { id: invitation.id }, fresh.row);
    const view = this.view(invitation.emailKey ?? '', fresh);
    await this.mail.send(manager, invitation, view);
    return view;
  }

  /**
   * Issues a code for the first administrator. Several servers may start before there is one, and each printed code
   * works until one is redeemed. Returns `null` after that. If two servers create the guarding row at the same time,
   * one gets a unique violation.
   */
  async openFirstRun(manager: EntityManager): Promise<string | null> {
    const gate = await manager.findOneBy(Invitation, { id: FIRST_RUN_ID });
    if (gate !== null && gate.redeemedAt !== null) return null;
    if (gate === null)
      await manager.insert(Invitation, {
        ...firstRunInvitation,
        ...this.fresh(FIRST_RUN_MS).row,
        id: FIRST_RUN_ID,
      });
    const { code, row } = this.fresh(FIRST_RUN_MS);
    await manager.insert(Invitation, { ...firstRunInvitation, ...row, id: randomUUID() });
    const codes = await manager.find(Invitation, {
      where: firstRunCodes,
      order: { createdAt: 'DESC', id: 'ASC' },
      skip: FIRST_RUN_CODES,
    });
    if (codes.length > 0) await manager.delete(Invitation, { id: In(codes.map(({ id }) => id)) });
    return code;
  }

  /** The invitation for a code that this person may redeem now. Throws `code_invalid`. */
  async find(manager: EntityManager, code: string, email: string): Promise<Invitation> {
    const invitation = await this.look(manager, code);
    const { redeemedAt, expiresAt, emailKey: invited } = invitation;
    const isOpen = redeemedAt === null && expiresAt > this.host.clock();
    if (!isOpen || (invited !== null && invited !== emailKey(email))) throw codeInvalid();
    return invitation;
  }

  /** The invitation for a code, including used and expired ones. Throws `code_invalid`. */
  async look(manager: EntityManager, code: string): Promise<Invitation> {
    if (tokenKind(code) !== 'code') throw codeInvalid();
    const invitation = await findByToken(manager, Invitation, code);
    if (invitation === undefined) throw codeInvalid();
    return invitation;
  }

  /** If two callers redeem the same code, or two codes for the first administrator, at the same time, one gets `code_invalid`. */
  async useUp(manager: EntityManager, { id, organizationId }: Invitation): Promise<void> {
    const isFirstRun = organizationId === null;
    const { affected } = await manager.update(
      Invitation,
      { id: isFirstRun ? FIRST_RUN_ID : id, redeemedAt: IsNull() },
      { redeemedAt: this.host.clock() },
    );
    if (affected !== 1) throw codeInvalid();
    if (isFirstRun) await manager.delete(Invitation, firstRunCodes);
  }

  private view(email: string, { code, row }: FreshCode): InvitationView {
    return {
      email,
      code,
      link: publicLink(this.host.env, invitationPath(code)),
      expiresAt: row.expiresAt.toISOString(),
    };
  }

  private fresh(lifetimeMs: number): FreshCode {
    const code = newToken('code');
    const createdAt = this.host.clock();
    const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
    return { code, row: { ...storedToken(code), createdAt, expiresAt } };
  }
}
