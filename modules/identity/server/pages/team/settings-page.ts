import { readInput } from 'svc-registry/dto';
import { denied } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  redirect,
  shownTime,
  view,
  type Page,
  type PageRequest,
} from '../../../../web/contract/index.js';
import { UpdateWorkspaceInput } from '../../../contract/dto/workspace.js';
import {
  unarchiveWorkspace,
  updateWorkspace,
  viewWorkspace,
} from '../../../contract/operations/workspaces.js';
import { teamPagesKey, type TeamPages } from '../../../contract/team-pages.js';

const template = new URL('settings.njk', import.meta.url);

type Request = PageRequest<'workspace'>;

const defaultRoles = [
  ['none', 'none: only people who are added'],
  ['member', 'member: sees and installs, runs skills'],
  ['publisher', 'publisher: also publishes'],
] as const;

/** The settings of a workspace; restores an archived one. */
@injectable()
export class SettingsPage implements Page<'workspace'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const frame = await this.pages.frame(request, { tab: 'settings' });
    const permission = 'workspace:edit_settings';
    if (!frame.allowed.has(permission))
      throw denied({
        permission,
        hint: 'This needs the role manager of the workspace or a higher one.',
      });
    const workspace = await request.invoke(viewWorkspace, { id: frame.id });
    const { orgDefaultRole, archivedAt, archivedReason } = workspace;
    return view(template, {
      frame,
      defaultRoles,
      orgDefaultRole: orgDefaultRole ?? 'none',
      archived: archivedAt === null ? '' : shownTime(archivedAt),
      archivedReason,
      mayArchive: frame.allowed.has('workspace:archive'),
      mayDelete: frame.allowed.has('workspace:delete'),
    });
  }

  async post(request: Request) {
    const { form, invoke } = request;
    const { id, path } = await this.pages.frame(request);
    const back = `${path}/settings`;
    if (form.get('do') === 'restore') {
      await invoke(unarchiveWorkspace, { id });
      return redirect(back, { notice: 'The workspace is in use again.' });
    }
    const role = form.get('orgDefaultRole');
    const input = await readInput(UpdateWorkspaceInput, {
      id,
      orgDefaultRole: role === 'none' ? null : role,
    });
    await invoke(updateWorkspace, input);
    return redirect(back, { notice: 'The settings are saved.' });
  }
}
