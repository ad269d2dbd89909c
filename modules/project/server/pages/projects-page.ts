import { readInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { teamPagesKey, type TeamPages } from '../../../identity/contract/index.js';
import {
  redirect,
  shownTime,
  view,
  type Page,
  type PageRequest,
} from '../../../web/contract/index.js';
import { createProject, listProjects } from '../../contract/operations.js';
import { CreateProjectInput } from '../../contract/project-inputs.js';
import type { ProjectView } from '../../contract/project-view.js';

const template = new URL('projects.njk', import.meta.url);
const PAGE = 50;

type Request = PageRequest<'workspace'>;

const rowOf = ({ id, name, sourceUri, repoSubpath, createdAt }: ProjectView) => ({
  id,
  name,
  source: sourceUri ?? '',
  folder: repoSubpath ?? '',
  created: shownTime(createdAt),
});

/** Lists the projects of a workspace, and creates one. */
@injectable()
export class ProjectsPage implements Page<'workspace'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const { invoke, query } = request;
    const frame = await this.pages.frame(request, { tab: 'projects' });
    const path = `${frame.path}/projects`;
    const after = query.get('after');
    const { data, next } = await invoke(listProjects, {
      workspace: frame.id,
      pageSize: PAGE,
      ...(after !== null && { after }),
    });
    return view(template, {
      frame,
      projects: data.map(rowOf),
      mayCreate: !frame.archived && frame.allowed.has('project:write'),
      mayDelete: frame.allowed.has('project:delete'),
      first: after === null ? '' : path,
      more: next === null ? '' : `${path}?${new URLSearchParams({ after: next }).toString()}`,
    });
  }

  async post(request: Request) {
    const { form, invoke } = request;
    const { name: workspace, path } = await this.pages.frame(request);
    const text = (field: string): string => form.get(field)?.trim() ?? '';
    const input = await readInput(CreateProjectInput, {
      workspace,
      name: text('name'),
      ...(text('sourceUri') !== '' && { sourceUri: text('sourceUri') }),
      ...(text('repoSubpath') !== '' && { repoSubpath: text('repoSubpath') }),
    });
    const { name } = await invoke(createProject, input);
    return redirect(`${path}/projects`, { notice: `The project ${name} is created.` });
  }
}
