import { basename } from 'node:path';
import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  parseLinkedName,
  projectFilesKey,
  type ProjectFile,
  type ProjectFiles,
} from '../../install/contract/project-files.js';
import type { CreateCommandInput } from '../contract/command-inputs.js';
import type { ProjectLink } from '../contract/command-results.js';
import { alreadyLinked, duplicateProjectName, nestedProject } from '../contract/errors.js';
import { projectNameFrom } from '../contract/names.js';
import { createProject, matchProject } from '../contract/operations.js';
import type { ProjectMatch, ProjectView } from '../contract/project-view.js';
import type { ProjectSource } from '../contract/source.js';
import { describeSource, sourceFields } from './folder.js';
import { provenanceOf } from './provenance.js';
import { workspaceOf, WORKSPACE_QUESTION } from './workspace.js';

interface Wanted {
  readonly workspace: string;
  readonly name: string;
  readonly source: ProjectSource | undefined;
}

/** Creates the project unless it exists. Repeating it, even after an interruption, links the folder to the same project. */
@injectable()
export class CreateHandler implements Handler<CreateCommandInput, ProjectLink> {
  constructor(@inject(projectFilesKey) private readonly files: ProjectFiles) {}

  async run(input: CreateCommandInput, context: Context): Promise<ProjectLink> {
    const here = await this.fileHere(input, context);
    const wanted = await wantedBy(input, here, context);
    const match = await context.invoke(matchProject, matchInput(wanted));
    const known = input.new === true ? undefined : knownProject(match, wanted);
    if (known === undefined) assertNotLinkedElsewhere(input, here, wanted);
    const project = known ?? (await create(wanted, match, context));
    if (here?.name === project.fullName)
      return { outcome: known === undefined ? 'created' : 'unchanged', file: here.path, project };
    const { path: file } = await this.files.name(context.cwd, project.fullName, context);
    return { outcome: known === undefined ? 'created' : 'linked', file, project };
  }

  /** The `svc.json` of the current folder. Throws for a nested project unless the input allows it. */
  private async fileHere(
    { nested }: CreateCommandInput,
    { cwd }: Context,
  ): Promise<ProjectFile | undefined> {
    const here = await this.files.in(cwd);
    if (here !== undefined || nested === true) return here;
    const around = await this.files.around(cwd);
    if (around !== undefined) throw nestedProject({ folder: cwd, file: around.path });
    return undefined;
  }
}

async function wantedBy(
  input: CreateCommandInput,
  here: ProjectFile | undefined,
  context: Context,
): Promise<Wanted> {
  const request = {
    folder: context.cwd,
    named: input.workspace,
    question: WORKSPACE_QUESTION,
  };
  const workspace = await workspaceOf(request, here?.name, context);
  const name =
    input.projectName ??
    parseLinkedName(here?.name)?.name ??
    projectNameFrom(here?.name ?? basename(context.cwd));
  return { workspace, name, source: await provenanceOf(context.cwd, context) };
}

function matchInput({ workspace, name, source }: Wanted) {
  return { workspace, name, ...sourceFields(source) };
}

/** The existing project of this folder. A project of the same name but with another source does not count. */
function knownProject(
  { outcome, byName, bySource }: ProjectMatch,
  { name }: Wanted,
): ProjectView | undefined {
  if (outcome === 'provenance_drift' && byName !== null)
    throw duplicateProjectName({ workspace: byName.workspace, name });
  return bySource ?? byName ?? undefined;
}

/** Throws when the folder is already linked to another project, unless a new one is requested. */
function assertNotLinkedElsewhere(
  input: CreateCommandInput,
  here: ProjectFile | undefined,
  { workspace, name }: Wanted,
): void {
  const linked = parseLinkedName(here?.name);
  if (input.new === true || here === undefined || linked === undefined) return;
  if (linked.workspace !== workspace || linked.name !== name)
    throw alreadyLinked({ file: here.path, name: here.name ?? '' });
}

/** A repository has one project per workspace; an additional one gets no source. */
async function create(
  wanted: Wanted,
  { bySource }: ProjectMatch,
  { invoke, progress }: Context,
): Promise<ProjectView> {
  if (bySource === null || wanted.source === undefined)
    return invoke(createProject, matchInput(wanted));
  progress.warn(
    `${describeSource(wanted.source)} is the source of ${bySource.fullName}: the new project is bound to no source.`,
  );
  return invoke(createProject, matchInput({ ...wanted, source: undefined }));
}
