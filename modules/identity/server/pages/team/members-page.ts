import { readInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import {
  redirect,
  view,
  type Page,
  type PageAnswer,
  type PageRequest,
} from '../../../../web/contract/index.js';
import { AddWorkspaceMemberInput } from '../../../contract/dto/workspace.js';
import {
  addWorkspaceMember,
  listWorkspaceMembers,
  viewWorkspace,
} from '../../../contract/operations/workspaces.js';
import { teamPagesKey, type TeamPages } from '../../../contract/team-pages.js';
import { pageInput, pagerOf } from './paged.js';
import { invitationView } from './invitation-answer.js';
import { grantableRoles, outranks, roleMeanings } from './role-choices.js';

const template = new URL('members.njk', import.meta.url);

type Request = PageRequest<'workspace'>;

/** Lists the members of a workspace, and adds one. */
@injectable()
export class MembersPage implements Page<'workspace'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const { invoke, query, caller } = request;
    const frame = await this.pages.frame(request, { tab: 'members' });
    const { orgDefaultRole } = await invoke(viewWorkspace, { id: frame.id });
    const page = await invoke(listWorkspaceMembers, { workspace: frame.id, ...pageInput(query) });
    const manages = frame.allowed.has('workspace:manage_members');
    return view(template, {
      frame,
      orgDefaultRole,
      members: page.data.map(({ userId, email, role }) => ({
        id: userId,
        email,
        role,
        self: userId === caller.id,
        changeable: manages && outranks(frame.role, role),
      })),
      mayAdd: manages && !frame.archived,
      meanings: roleMeanings,
      roles: manages ? grantableRoles(frame.role) : [],
      ...pagerOf(`${frame.path}/members`, query, page),
    });
  }

  async post(request: Request): Promise<PageAnswer> {
    const { form, invoke } = request;
    const frame = await this.pages.frame(request, { tab: 'members', here: 'Invitation' });
    const input = await readInput(AddWorkspaceMemberInput, {
      workspace: frame.name,
      email: form.get('email')?.trim(),
      role: form.get('role'),
    });
    const { outcome, invitation } = await invoke(addWorkspaceMember, input);
    const back = `${frame.path}/members`;
    if (invitation !== null)
      return invitationView(frame, invitation, { back, origin: request.origin });
    const { email, role = 'member' } = input;
    const verb = outcome === 'unchanged' ? 'already has' : 'now has';
    return redirect(back, { notice: `${email} ${verb} the role ${role}.` });
  }
}
