import { readInput } from 'svc-registry/dto';
import { denied } from 'svc-registry/kernel';
import { redirect, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { CreateWorkspaceInput } from '../../../contract/dto/workspace.js';
import { whoAmI } from '../../../contract/operations/sign-in.js';
import { createWorkspace } from '../../../contract/operations/workspaces.js';

const template = new URL('new-workspace.njk', import.meta.url);

/** Creates a workspace in one of the organizations that the person administers. */
export class NewWorkspacePage implements Page {
  async get({ query, invoke }: PageRequest) {
    const { organizations, defaultOrganizationId } = await invoke(whoAmI, {});
    const own = organizations.filter(({ role }) => role === 'admin');
    if (own.length === 0)
      throw denied({
        permission: 'workspace:create',
        hint: 'This needs the role admin of an organization: ask one of its admins.',
      });
    const named = own.find(({ name }) => name === query.get('organization'));
    const chosen = named ?? own.find(({ id }) => id === defaultOrganizationId) ?? own[0];
    return view(template, {
      organizations: own.map(({ name }) => [name, name]),
      chosen: chosen?.name ?? '',
    });
  }

  async post({ form, invoke }: PageRequest) {
    const { name, orgId } = await readInput(CreateWorkspaceInput, {
      name: form.get('name')?.trim(),
      orgId: form.get('orgId'),
    });
    await invoke(createWorkspace, { name, ...(orgId !== undefined && { orgId }) });
    return redirect(`/workspaces/${name}`, { notice: `You have created the workspace ${name}.` });
  }
}
