import type { Context } from 'svc-registry/kernel';
import type { ProjectFile } from '../../install/contract/project-files.js';
import { parseLinkedName } from '../contract/names.js';
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
import { workspaceOf } from './workspace.js';

/** What a folder says of its project, what the server knows, and what would bring the two together. */
export interface Findings {
  readonly here: ProjectFile;
  readonly workspace: string;
  /** The project's name within the workspace, as svc.json or `--project` gives it. */
  readonly name: string | undefined;
  readonly source: ProjectSource | undefined;
  readonly byName: ProjectView | null;
  readonly bySource: ProjectView | null;
  readonly outcome: MatchOutcome;
  /** The project that svc.json should name; `undefined` when it does, or when there is none. */
  readonly relinkTo: ProjectView | undefined;
  readonly actions: readonly RepairAction[];
}

/** What may be said besides what the folder says. */
export interface Given {
  readonly workspace?: string | undefined;
  readonly project?: string | undefined;
}

export async function findingsOf(
  here: ProjectFile,
  given: Given,
  context: Context,
): Promise<Findings> {
  const workspace = await workspaceOf(
    { workspace: given.workspace, projectName: here.name },
    context,
  );
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
  // the server judges what it was told; whether svc.json says the same is known here
  const outcome =
    match.outcome === 'match' && relinkTo !== undefined ? 'locator_drift' : match.outcome;
  return { here, workspace, name, source, byName, bySource, outcome, relinkTo, actions };
}

/** A project that was named by hand is meant; else the source decides, which people do not type. */
function relinkTarget(
  { byName, bySource }: ProjectMatch,
  { here, given }: { here: ProjectFile; given: Given },
): ProjectView | undefined {
  const target = given.project === undefined ? (bySource ?? byName) : byName;
  return target === null || target.fullName === here.name ? undefined : target;
}
