import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { projectMissing } from '../../install/contract/errors.js';
import {
  projectFilesKey,
  type ProjectFile,
  type ProjectFiles,
} from '../../install/contract/project-files.js';
import type { LinkCommandInput } from '../contract/command-inputs.js';
import type { ProjectLink } from '../contract/command-results.js';
import { projectConflict, projectUnknown } from '../contract/errors.js';
import { projectNameFrom } from '../contract/names.js';
import type { ProjectView } from '../contract/project-view.js';
import { findingsOf, type Findings } from './findings.js';
import { describeSource } from './folder.js';

@injectable()
export class LinkHandler implements Handler<LinkCommandInput, ProjectLink> {
  constructor(@inject(projectFilesKey) private readonly files: ProjectFiles) {}

  async run({ workspace }: LinkCommandInput, context: Context): Promise<ProjectLink> {
    const here = await this.files.around(context.cwd);
    if (here === undefined) throw projectMissing({ folder: context.cwd });
    const found = await findingsOf(here, { workspace, project: unlinkedName(here) }, context);
    const project = projectOf(found);
    if (project === undefined)
      throw projectUnknown({ workspace: found.workspace, looked: lookedFor(found) });
    if (here.name === project.fullName) return { outcome: 'unchanged', file: here.path, project };
    const { path: file } = await this.files.name(here.root, project.fullName, context);
    return { outcome: 'linked', file, project };
  }
}

/** The name of a project that was never linked; the server may know it. */
function unlinkedName({ name }: ProjectFile): string | undefined {
  return name === undefined || name.includes('/') ? undefined : projectNameFrom(name);
}

/** A project of this name that has another source is not the one to link. */
function projectOf({ outcome, byName, bySource, source }: Findings): ProjectView | undefined {
  if (outcome === 'conflict' && byName !== null && bySource !== null)
    throw projectConflict({
      byName: byName.fullName,
      bySource: bySource.fullName,
      uri: source?.uri ?? '',
    });
  return bySource ?? (outcome === 'provenance_drift' ? undefined : (byName ?? undefined));
}

function lookedFor({ source, name }: Findings): string {
  const looked = [source && describeSource(source), name && `the name "${name}"`].filter(
    (part) => part !== undefined,
  );
  return looked.length === 0
    ? 'this folder, which has neither a name nor a repository'
    : looked.join(' or ');
}
