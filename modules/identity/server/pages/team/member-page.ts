import { readInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { AddWorkspaceMemberInput } from '../../../contract/dto/workspace.js';
import type { MemberView } from '../../../contract/dto/member.js';
import {
  addWorkspaceMember,
  listWorkspaceMembers,
} from '../../../contract/operations/workspaces.js';
import { teamPagesKey, type TeamPages } from '../../../contract/team-pages.js';
import { listedAt } from './listed-at.js';
import { grantableRoles, roleHint } from './role-choices.js';

const template = new URL('member.njk', import.meta.url);

type Request = PageRequest<'workspace' | 'member'>;

/** Changes the role of a member of a workspace. */
@injectable()
export class MemberPage implements Page<'workspace' | 'member'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const member = await memberIn(request);
    const frame = await this.pages.frame(request, { tab: 'members', here: member.email });
    const roles = frame.allowed.has('workspace:manage_members') ? grantableRoles(frame.role) : [];
    return view(template, { frame, member, roles, roleHint });
  }

  async post(request: Request) {
    const { params, form, invoke } = request;
    const { email } = await memberIn(request);
    const { role } = await readInput(AddWorkspaceMemberInput, {
      workspace: params.workspace,
      email,
      role: form.get('role'),
    });
    await invoke(addWorkspaceMember, {
      workspace: params.workspace,
      email,
      ...(role !== undefined && { role }),
    });
    return redirect(`/workspaces/${encodeURIComponent(params.workspace)}/members`, {
      notice: `${email} has the role ${role ?? 'member'} now.`,
    });
  }
}

/** The member that an address names. */
export const memberIn = ({ params: { workspace, member }, invoke }: Request) =>
  listedAt<MemberView>(
    { kind: 'member', id: member },
    ({ userId }) => userId,
    (after) => invoke(listWorkspaceMembers, { workspace, ...after }),
  );
