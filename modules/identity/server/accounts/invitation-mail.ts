import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { mailKey, type Mail } from '../../../mail/contract/index.js';
import { Organization, User } from '../entities/people.js';
import type { Invitation } from '../entities/tokens.js';
import { Workspace } from '../entities/workspaces.js';
import { invitationLetter, type LetterCode } from './invitation-letter.js';

type Offer = Pick<
  Invitation,
  'organizationId' | 'organizationRole' | 'workspaceId' | 'workspaceRole' | 'createdBy'
>;

/** Mails invitations, in the unit of work that makes them. */
@injectable()
export class InvitationMail {
  constructor(@inject(mailKey) private readonly mail: Mail) {}

  /** Whether invitations are mailed. */
  get on(): boolean {
    return this.mail.on;
  }

  async send(manager: EntityManager, offer: Offer, code: LetterCode): Promise<void> {
    const { organizationId, organizationRole, workspaceId, workspaceRole, createdBy } = offer;
    if (!this.mail.on || organizationId === null) return;
    const { name } = await manager.findOneByOrFail(Organization, { id: organizationId });
    const workspace =
      workspaceId === null ? null : await manager.findOneBy(Workspace, { id: workspaceId });
    const inviter = createdBy === null ? null : await manager.findOneBy(User, { id: createdBy });
    const letter = invitationLetter({
      ...code,
      inviter: inviter?.email,
      organization: name,
      organizationRole,
      workspace:
        workspace === null || workspaceRole === null
          ? undefined
          : { name: workspace.name, role: workspaceRole },
    });
    await this.mail.send(letter);
  }
}
