import { inject, injectable } from 'tsyringe';
import { teamPagesKey, type TeamPages } from '../../../identity/contract/index.js';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { unlessGone } from '../../../web/contract/unless-gone.js';
import { deleteProject, viewProject } from '../../contract/operations.js';

const template = new URL('delete-project.njk', import.meta.url);

type Request = PageRequest<'workspace' | 'project'>;

/** Asks before a project is deleted, which cannot be undone. */
@injectable()
export class DeleteProjectPage implements Page<'workspace' | 'project'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const { params, invoke } = request;
    const project = await invoke(viewProject, { projectId: params.project });
    const frame = await this.pages.frame(request, { tab: 'projects', here: 'Delete' });
    return view(template, { frame, name: project.fullName, source: project.sourceUri ?? '' });
  }

  async post(request: Request) {
    const { params, invoke } = request;
    const { path } = await this.pages.frame(request);
    await unlessGone(() => invoke(deleteProject, { projectId: params.project }));
    return redirect(`${path}/projects`, { notice: 'The project is deleted.' });
  }
}
