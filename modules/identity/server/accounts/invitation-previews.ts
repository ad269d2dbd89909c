import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { OrganizationRole, WorkspaceRole } from '../../contract/access.js';
import { codeInvalid, invitationExpired, invitationUsed } from '../../contract/errors.js';
import { Organization, User } from '../entities/people.js';
import { Workspace } from '../entities/workspaces.js';
import { Invitations } from './invitations.js';

/** Shown to the holder of a code before they redeem it. */
export interface InvitationPreview {
  readonly email: string;
  /** E-mail address of the inviter; `undefined` when the account no longer exists. */
  readonly inviter: string | undefined;
  readonly organization: string;
  readonly organizationRole: OrganizationRole;
  readonly workspace: string | undefined;
  readonly workspaceRole: WorkspaceRole | null;
  readonly expiresAt: string;
  /** Whether the invited address already has an account, whose password is then required. */
  readonly hasAccount: boolean;
}

@injectable()
export class InvitationPreviews {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(Invitations) private readonly invitations: Invitations,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Throws `code_invalid`, `invitation_used` and `invitation_expired`. The first administrator's code does not count as an invitation. */
  async find(code: string): Promise<InvitationPreview> {
    const { manager } = this.database;
    const invitation = await this.invitations.look(manager, code);
    const { emailKey, organizationId, workspaceId, createdBy, redeemedAt, expiresAt } = invitation;
    if (redeemedAt !== null) throw invitationUsed({ at: redeemedAt.toISOString() });
    if (expiresAt <= this.host.clock()) throw invitationExpired({ at: expiresAt.toISOString() });
    if (organizationId === null || emailKey === null) throw codeInvalid();
    const organization = await manager.findOneByOrFail(Organization, { id: organizationId });
    const workspace =
      workspaceId === null ? null : await manager.findOneBy(Workspace, { id: workspaceId });
    const inviter = createdBy === null ? null : await manager.findOneBy(User, { id: createdBy });
    return {
      email: emailKey,
      inviter: inviter?.email,
      organizationRole: invitation.organizationRole,
      workspaceRole: invitation.workspaceRole,
      organization: organization.name,
      workspace: workspace?.name,
      expiresAt: expiresAt.toISOString(),
      hasAccount: await manager.existsBy(User, { emailKey }),
    };
  }
}
