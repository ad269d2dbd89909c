import type { Page, Renderer, TextStyle } from 'svc-registry/kernel';
import type { ProjectLink, ProjectRepair } from '../contract/command-results.js';
import type { MatchOutcome, ProjectView, RepairAction } from '../contract/project-view.js';

function projectLine({ fullName, sourceUri, repoSubpath }: ProjectView, style: TextStyle): string {
  const folder = repoSubpath === null || repoSubpath === '' ? '' : ` (${repoSubpath})`;
  return `${style.bold(fullName)}  ${style.dim(sourceUri === null ? 'bound to no source' : `${sourceUri}${folder}`)}`;
}

export const projectsText: Renderer<Page<ProjectView>> = ({ data, next }, style) => {
  if (data.length === 0) return 'No projects. `svc project create` in a repository makes one.';
  const lines = data.map((project) => projectLine(project, style));
  return [
    ...lines,
    ...(next === null ? [] : [style.dim('There are more; see --page-size and --after.')]),
  ].join('\n');
};

const outcomes = {
  created: 'Created',
  linked: 'Linked to',
  unchanged: 'Already linked to',
} as const;

export const linkText: Renderer<ProjectLink> = ({ outcome, file, project }, style) =>
  `${outcomes[outcome]} ${projectLine(project, style)}\n${style.dim(file)}`;

const findings: Readonly<Record<MatchOutcome, string>> = {
  match: 'svc.json and the server mean the same project.',
  locator_drift: "The server knows this folder's project by another name.",
  provenance_drift: 'The project of this name has another source than this folder.',
  conflict: 'The name and the source of this folder belong to two projects.',
  full_mismatch: 'The server knows neither the name nor the source of this folder.',
};

const done: Readonly<Record<RepairAction, string>> = {
  relink: 'Linked to',
  update_source: 'Bound to this source:',
  update_name: 'Renamed:',
  create: 'Created',
};

const helps: Readonly<Record<RepairAction, string>> = {
  relink: 'svc project repair --relink         link svc.json to the project of this source',
  update_source: 'svc project repair --update-source  bind the project to this source',
  update_name: 'svc project repair --update-name    give the project the name that svc.json has',
  create: 'svc project create                  make a new project',
};

export const repairText: Renderer<ProjectRepair> = (repair, style) => {
  const lines = [findings[repair.outcome]];
  if (repair.done !== null && repair.project !== null)
    lines.push(`${done[repair.done]} ${projectLine(repair.project, style)}`);
  else if (repair.project !== null) lines.push(projectLine(repair.project, style));
  if (repair.open.length > 0)
    lines.push('', 'What helps:', ...repair.open.map((action) => `  ${helps[action]}`));
  return lines.join('\n');
};
