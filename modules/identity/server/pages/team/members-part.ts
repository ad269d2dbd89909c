import { view } from '../../../../web/contract/index.js';
import { listWorkspaceMembers } from '../../../contract/operations/workspaces.js';
import type { TeamFrame, TeamVisit, WorkspacePart } from '../../../contract/team-pages.js';

const template = new URL('members-part.njk', import.meta.url);
const FEW = 8;

/** The first members of a workspace. */
export class MembersPart implements WorkspacePart {
  async show({ id, path }: TeamFrame, { invoke }: TeamVisit) {
    const { data, next } = await invoke(listWorkspaceMembers, { workspace: id, pageSize: FEW });
    return view(template, { path: `${path}/members`, members: data, more: next !== null });
  }
}
