import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { unlessGone } from '../../../../web/contract/unless-gone.js';
import { removeWorkspaceMember } from '../../../contract/operations/workspaces.js';
import { teamPagesKey, type TeamPages } from '../../../contract/team-pages.js';
import { memberIn } from './member-page.js';

const template = new URL('remove-member.njk', import.meta.url);

type Request = PageRequest<'workspace' | 'member'>;

/** Asks before somebody loses their role in a workspace. */
@injectable()
export class RemoveMemberPage implements Page<'workspace' | 'member'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const member = await memberIn(request);
    const frame = await this.pages.frame(request, { tab: 'members', here: 'Remove' });
    return view(template, { frame, member });
  }

  async post({ params: { workspace, member }, invoke }: Request) {
    await unlessGone(() => invoke(removeWorkspaceMember, { workspace, member }));
    return redirect(`/workspaces/${encodeURIComponent(workspace)}/members`, {
      notice: 'The role is removed.',
    });
  }
}
