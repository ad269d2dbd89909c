import type { TeamFrame, TeamVisit, WorkspacePart } from '../../../identity/contract/index.js';
import { view } from '../../../web/contract/index.js';
import { listProjects } from '../../contract/operations.js';

const template = new URL('projects-part.njk', import.meta.url);
const FEW = 5;

/** The first projects of a workspace; nothing where it has none. */
export class ProjectsPart implements WorkspacePart {
  async show({ id, path }: TeamFrame, { invoke }: TeamVisit) {
    const { data, next } = await invoke(listProjects, { workspace: id, pageSize: FEW });
    if (data.length === 0) return undefined;
    return view(template, { path: `${path}/projects`, projects: data, more: next !== null });
  }
}
