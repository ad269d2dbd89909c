import { type Context, type Handler, type Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type ReadDatabase,
} from '../../persistence/contract/db.js';
import type {
  ListProjectsInput,
  MatchProjectInput,
  ProjectRef,
} from '../contract/project-inputs.js';
import type { ProjectMatch, ProjectView } from '../contract/project-view.js';
import { GIT, normalUri } from '../contract/source.js';
import { readSource } from './given-source.js';
import { actionsFor, outcomeOf } from './match.js';
import { ProjectEntity } from './project.entity.js';
import { viewOf, ProjectRows } from './project-rows.js';
import { projectTarget, workspaceTarget } from './target.js';

@injectable()
export class ListProjectsHandler implements Handler<ListProjectsInput, Page<ProjectView>> {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async run(input: ListProjectsInput, context: Context): Promise<Page<ProjectView>> {
    const page = keyPage(input);
    const { id: workspaceId } = workspaceTarget(context);
    const query = this.database.manager
      .createQueryBuilder(ProjectEntity, 'p')
      .where('p.workspaceId = :workspaceId AND p.deletedAt IS NULL', { workspaceId });
    if (input.name !== undefined) query.andWhere('p.name = :name', { name: findable(input.name) });
    if (input.sourceType !== undefined)
      query.andWhere('p.sourceType = :sourceType', { sourceType: input.sourceType });
    if (input.sourceUri !== undefined)
      query.andWhere(
        'p.sourceUri = CASE p.sourceType WHEN :git THEN :repository ELSE :address END',
        writings(input.sourceUri),
      );
    const { data, ...cursors } = pageOf(
      page,
      await onPage(query, page, { column: 'p.name' }).getMany(),
      ({ name }) => name,
    );
    return { ...cursors, data: data.map(viewOf) };
  }
}

/** A source is stored in the normal form of its own type; an empty text matches no stored source. */
function writings(uri: string) {
  return { git: GIT, repository: normalUri(GIT, uri) ?? '', address: normalUri('', uri) ?? '' };
}

/** Replaces NUL, which no stored text contains: PostgreSQL reports an error for it instead of finding nothing. */
const findable = (text: string): string => text.replaceAll('\0', '\u{fffd}');

@injectable()
export class ViewProjectHandler implements Handler<ProjectRef, ProjectView> {
  run(_input: ProjectRef, context: Context): Promise<ProjectView> {
    return Promise.resolve(viewOf(projectTarget(context)));
  }
}

@injectable()
export class MatchProjectHandler implements Handler<MatchProjectInput, ProjectMatch> {
  constructor(@inject(ProjectRows) private readonly rows: ProjectRows) {}

  async run({ name, ...given }: MatchProjectInput, context: Context): Promise<ProjectMatch> {
    const { id: workspaceId } = workspaceTarget(context);
    const source = readSource(given);
    const byName = name === undefined ? null : await this.rows.byName(workspaceId, name);
    const bySource = source === undefined ? null : await this.rows.bySource(workspaceId, source);
    const candidates = {
      byName,
      bySource,
      named: name !== undefined,
      sourced: source !== undefined,
    };
    const outcome = outcomeOf(candidates);
    const view = (row: ProjectEntity | null): ProjectView | null =>
      row === null ? null : viewOf(row);
    return {
      outcome,
      byName: view(byName),
      bySource: view(bySource),
      allowedActions: actionsFor(outcome, candidates),
    };
  }
}
