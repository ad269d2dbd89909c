import { notFound, type Context, type Handler, type Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { IsNull, type EntityManager } from 'typeorm';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { InvitationRef, OpenInvitationView } from '../../contract/dto/invitation.js';
import type { InvitationView } from '../../contract/dto/member.js';
import type { OrganizationMembersInput } from '../../contract/dto/organization.js';
import { isUuid } from '../../contract/name-rules.js';
import { cancelInvitation, resendInvitation } from '../../contract/operations/invitations.js';
import { PresentRights } from '../access/present-rights.js';
import { Invitations } from '../accounts/invitations.js';
import type { Organization } from '../entities/people.js';
import { Invitation } from '../entities/tokens.js';
import { Workspace } from '../entities/workspaces.js';
import { selectFields } from '../select-fields.js';
import { auditInvitation, targetOf } from './target.js';

type Row = Omit<OpenInvitationView, 'sentAt' | 'expiresAt'> & {
  readonly sentAt: string | Date;
  readonly expiresAt: string | Date;
};

const FIELDS = ['id', 'organizationRole', 'workspaceRole', 'createdBy', 'expiresAt'] as const;

/** One person may have several invitations, so the id makes the sort key unique. */
const SORT_KEY = `(i.emailKey || ' ' || i.id)`;

@injectable()
export class ListInvitationsHandler implements Handler<
  OrganizationMembersInput,
  Page<OpenInvitationView>
> {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async run(input: OrganizationMembersInput, context: Context): Promise<Page<OpenInvitationView>> {
    const page = keyPage(input);
    const { id: organizationId } = targetOf<Organization>(context).value;
    const query = this.database.manager
      .createQueryBuilder(Invitation, 'i')
      .select('i.emailKey', 'email')
      .addSelect('i.createdAt', 'sentAt')
      .addSelect('w.name', 'workspace')
      .leftJoin(Workspace, 'w', 'w.id = i.workspaceId')
      .where('i.organizationId = :organizationId AND i.redeemedAt IS NULL', { organizationId });
    selectFields(query, 'i', FIELDS);
    const rows = await onPage(query, page, { column: SORT_KEY }).getRawMany<Row>();
    const { data, ...cursors } = pageOf(page, rows, ({ email, id }) => `${email} ${id}`);
    return { ...cursors, data: data.map(viewOf) };
  }
}

function viewOf({ sentAt, expiresAt, ...row }: Row): OpenInvitationView {
  return {
    ...row,
    sentAt: new Date(sentAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

@injectable()
export class ResendInvitationHandler implements Handler<InvitationRef, InvitationView> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PresentRights) private readonly rights: PresentRights,
    @inject(Invitations) private readonly invitations: Invitations,
  ) {}

  async run({ invitation: id }: InvitationRef, context: Context): Promise<InvitationView> {
    return this.unitOfWork.run(async (manager) => {
      await this.rights.lock(manager, resendInvitation, context);
      const invitation = await openInvitation(manager, id, context);
      return this.invitations.renew(manager, invitation);
    });
  }
}

@injectable()
export class CancelInvitationHandler implements Handler<InvitationRef, void> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PresentRights) private readonly rights: PresentRights,
  ) {}

  async run({ invitation: id }: InvitationRef, context: Context): Promise<void> {
    await this.unitOfWork.run(async (manager) => {
      await this.rights.lock(manager, cancelInvitation, context);
      const invitation = await openInvitation(manager, id, context);
      await manager.delete(Invitation, { id: invitation.id });
    });
  }
}

/** Records the invitation for the audit log. Throws `not_found`, also for an invitation of another organization. */
async function openInvitation(
  manager: EntityManager,
  id: string,
  context: Context,
): Promise<Invitation> {
  const { id: organizationId } = targetOf<Organization>(context).value;
  const where = { id: id.toLowerCase(), organizationId, redeemedAt: IsNull() };
  const invitation = isUuid(id) ? await manager.findOneBy(Invitation, where) : null;
  if (invitation === null) throw notFound({ kind: 'invitation', id });
  const { workspaceId, emailKey: email } = invitation;
  const workspace =
    workspaceId === null ? null : await manager.findOneBy(Workspace, { id: workspaceId });
  auditInvitation(context, { id: invitation.id, email: email ?? '' }, workspace?.name);
  return invitation;
}
