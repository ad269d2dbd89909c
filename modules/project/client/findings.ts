import type { Context } from 'svc-registry/kernel';
import { parseLinkedName, type ProjectFile } from '../../install/contract/project-files.js';
import { matchProject } from '../contract/operations.js';
import type {
  MatchOutcome,
  ProjectMatch,
  ProjectView,
  RepairAction,
} from '../contract/project-view.js';
import type { ProjectSource } from '../contract/source.js';
import { sourceFields } from './folder.js';
import { provenanceOf } from './provenance.js';
import { workspaceOf, WORKSPACE_QUESTION } from './workspace.js';

/** What a folder and the server know of a project, and the actions that would reconcile them. */
export interface Findings {
  readonly here: ProjectFile;
  readonly workspace: string;
  /** The project's name within the workspace, as svc.json or `--project` gives it. */
  readonly name: string | undefined;
  readonly source: ProjectSource | undefined;
  readonly byName: ProjectView | null;
  readonly bySource: ProjectView | null;
  readonly outcome: MatchOutcome;
  /** The project that svc.json should name; `undefined` when svc.json is correct or there is no project. */
  readonly relinkTo: ProjectView | undefined;
  readonly actions: readonly RepairAction[];
}

/** Values from flags, in addition to what the folder contains. */
export interface Given {
  readonly workspace?: string | undefined;
  readonly project?: string | undefined;
}

export async function findingsOf(
  here: ProjectFile,
  given: Given,
  context: Context,
): Promise<Findings> {
  const request = {
    folder: context.cwd,
    named: given.workspace,
    question: WORKSPACE_QUESTION,
  };
  const workspace = await workspaceOf(request, here.name, context);
  const name = given.project ?? parseLinkedName(here.name)?.name;
  const source = await provenanceOf(here.root, context);
  const match = await context.invoke(matchProject, {
    workspace,
    ...(name !== undefined && { name }),
    ...sourceFields(source),
  });
  const { byName, bySource } = match;
  const relinkTo = relinkTarget(match, { here, given });
  const actions = [
    ...(relinkTo === undefined ? [] : ['relink' as const]),
    ...match.allowedActions.filter((action) => action !== 'relink'),
  ];
  // the server knows only the name it was given; only here is it known whether svc.json has the
  // same one
  const outcome =
    match.outcome === 'match' && relinkTo !== undefined ? 'locator_drift' : match.outcome;
  return { here, workspace, name, source, byName, bySource, outcome, relinkTo, actions };
}

/** A project named by a flag takes precedence; otherwise the source decides, because users do not type it. */
function relinkTarget(
  { byName, bySource }: ProjectMatch,
  { here, given }: { here: ProjectFile; given: Given },
): ProjectView | undefined {
  const target = given.project === undefined ? (bySource ?? byName) : byName;
  return target === null || target.fullName === here.name ? undefined : target;
}
