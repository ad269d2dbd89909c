import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { unlessGone } from '../../../../web/contract/unless-gone.js';
import { deleteWorkspace } from '../../../contract/operations/workspaces.js';
import { teamPagesKey, type TeamPages } from '../../../contract/team-pages.js';

const template = new URL('delete-workspace.njk', import.meta.url);

type Request = PageRequest<'workspace'>;

/** Asks before a workspace is deleted, which cannot be undone. */
@injectable()
export class DeleteWorkspacePage implements Page<'workspace'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const frame = await this.pages.frame(request, { tab: 'settings', here: 'Delete' });
    return view(template, { frame });
  }

  async post(request: Request) {
    const { workspace } = request.params;
    await unlessGone(async () => {
      const { id } = await this.pages.frame(request);
      await request.invoke(deleteWorkspace, { id });
    });
    return redirect('/workspaces', { notice: `The workspace ${workspace} is deleted.` });
  }
}
