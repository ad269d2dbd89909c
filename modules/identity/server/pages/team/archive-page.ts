import { readInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { ArchiveWorkspaceInput } from '../../../contract/dto/workspace.js';
import { archiveWorkspace } from '../../../contract/operations/workspaces.js';
import { teamPagesKey, type TeamPages } from '../../../contract/team-pages.js';

const template = new URL('archive.njk', import.meta.url);

type Request = PageRequest<'workspace'>;

/** Asks why, before a workspace is archived. */
@injectable()
export class ArchivePage implements Page<'workspace'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const frame = await this.pages.frame(request, { tab: 'settings', here: 'Archive' });
    return view(template, { frame });
  }

  async post(request: Request) {
    const { id, name, path } = await this.pages.frame(request);
    const input = await readInput(ArchiveWorkspaceInput, {
      id,
      reason: request.form.get('reason'),
    });
    await request.invoke(archiveWorkspace, input);
    return redirect(path, { notice: `The workspace ${name} is archived.` });
  }
}
