import { readInput } from 'svc-registry/dto';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  redirect,
  shownTime,
  view,
  type Page,
  type PageAnswer,
  type PageRequest,
} from '../../../../web/contract/index.js';
import type { OpenInvitationView } from '../../../contract/dto/invitation.js';
import { AddOrganizationMemberInput } from '../../../contract/dto/organization.js';
import { listInvitations, resendInvitation } from '../../../contract/operations/invitations.js';
import {
  addOrganizationMember,
  listOrganizationMembers,
} from '../../../contract/operations/organizations.js';
import { listWorkspaces } from '../../../contract/operations/workspaces.js';
import { teamPagesKey, type TeamFrame, type TeamPages } from '../../../contract/team-pages.js';
import { invitationView } from './invitation-answer.js';
import { PAGE, pageInput, pagerOf } from './paged.js';
import { organizationRoleChoices, organizationRoleHint } from './role-choices.js';

const template = new URL('organization.njk', import.meta.url);
const MANAGE = 'organization:manage_members';

type Request = PageRequest<'organization'>;

/** Lists the workspaces and members of an organization and its open invitations; invites people, and sends invitations again. */
@injectable()
export class OrganizationPage implements Page<'organization'> {
  constructor(
    @inject(teamPagesKey) private readonly pages: TeamPages,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async get(request: Request) {
    const { invoke, query, caller } = request;
    const frame = await this.pages.frame(request);
    const { name, path } = frame;
    const page = await invoke(listOrganizationMembers, { organization: name, ...pageInput(query) });
    const manages = frame.allowed.has(MANAGE);
    const workspaces = await invoke(listWorkspaces, { org: frame.id, pageSize: PAGE });
    return view(template, {
      frame,
      workspaces: workspaces.data.map((each) => ({ name: each.name, role: each.role ?? '' })),
      moreWorkspaces: workspaces.next !== null,
      manages,
      mayCreate: frame.allowed.has('workspace:create'),
      members: page.data.map(({ userId, email, role }) => ({
        id: userId,
        email,
        role,
        self: userId === caller.id,
      })),
      roleHint: organizationRoleHint,
      roles: organizationRoleChoices,
      invitations: manages ? await this.#invitations(name, request) : { rows: [], more: false },
      ...pagerOf(path, query, page),
    });
  }

  async post(request: Request): Promise<PageAnswer> {
    const { form, invoke, origin } = request;
    const frame = await this.pages.frame(request, { here: 'Invitation' });
    const [back, organization] = [frame.path, frame.name];
    if (form.get('do') === 'resend') {
      const invitation = form.get('invitation') ?? '';
      const renewed = await invoke(resendInvitation, { organization, invitation });
      return invitationView(frame, renewed, { back, origin });
    }
    return this.#invite(request, frame);
  }

  async #invite({ form, invoke, origin }: Request, frame: TeamFrame): Promise<PageAnswer> {
    const [back, organization] = [frame.path, frame.name];
    const input = await readInput(AddOrganizationMemberInput, {
      organization,
      email: form.get('email')?.trim(),
      role: form.get('role'),
    });
    const { outcome, invitation } = await invoke(addOrganizationMember, input);
    if (invitation !== null) return invitationView(frame, invitation, { back, origin });
    const { email, role = 'member' } = input;
    const verb = outcome === 'unchanged' ? 'was already' : 'is now';
    return redirect(back, { notice: `${email} ${verb} ${role} of ${organization}.` });
  }

  async #invitations(organization: string, { invoke }: Request) {
    const { data, next } = await invoke(listInvitations, { organization });
    const now = this.host.clock().toISOString();
    return { rows: data.map((each) => rowOf(each, now)), more: next !== null };
  }
}

function rowOf(invitation: OpenInvitationView, now: string) {
  const { id, email, organizationRole, workspace, workspaceRole, sentAt, expiresAt } = invitation;
  return {
    id,
    email,
    to: workspace === null ? organizationRole : `${workspaceRole ?? 'member'} of ${workspace}`,
    sent: shownTime(sentAt),
    expires: shownTime(expiresAt),
    expired: expiresAt <= now,
  };
}
