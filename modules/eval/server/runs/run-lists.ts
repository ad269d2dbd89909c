import type { Context, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { SelectQueryBuilder } from 'typeorm';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type { ListCellsInput, ListEvalsInput } from '../../contract/run-inputs.js';
import type { CellListed, EvalRunListed } from '../../contract/run-view.js';
import { Cell } from '../cells/cell.entity.js';
import { cellListed } from './cell-views.js';
import { EvalRun } from './eval-run.entity.js';
import { EvalScenario } from './eval-scenario.entity.js';
import { Overrides } from './overrides.js';
import { RunViews } from './run-views.js';

const DEFAULT_PAGE = 20;

/** Lists runs and cells. */
@injectable()
export class RunLists {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(RunViews) private readonly views: RunViews,
  ) {}

  /** The newest first. */
  async runs(
    {
      pageSize = DEFAULT_PAGE,
      after,
      before,
      ...filters
    }: Pick<ListEvalsInput, keyof ListEvalsInput>,
    { target, caller }: Pick<Context, 'target' | 'caller'>,
  ): Promise<Page<EvalRunListed>> {
    const page = keyPage({ pageSize, ...(after && { after }), ...(before && { before }) });
    const query = this.reads.manager.createQueryBuilder(EvalRun, 'r');
    query.where({ workspaceId: target?.workspaceId });
    filter(query, filters, caller.id);
    const order = { column: ['r.createdAt', 'r.id'], descending: true };
    const rows = await onPage(query, page, order).getMany();
    const keyOf = ({ createdAt, id }: EvalRun) => [createdAt.toISOString(), id];
    const { data, ...links } = pageOf(page, rows, keyOf);
    return { ...links, data: await this.views.listed(data) };
  }

  /** By scenario, variant and repeat. */
  async cells(
    { pageSize = DEFAULT_PAGE, after, before }: Pick<ListCellsInput, keyof ListCellsInput>,
    runId: string,
  ): Promise<Page<CellListed>> {
    const { manager } = this.reads;
    const scenarios = await manager.find(EvalScenario, {
      where: { runId },
      select: { id: true, name: true, position: true },
    });
    const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
    const page = keyPage({ pageSize, ...(after && { after }), ...(before && { before }) });
    const query = manager
      .createQueryBuilder(Cell, 'c')
      .innerJoin(EvalScenario, 's', 's.id = c.scenarioId')
      .where('c.runId = :runId', { runId });
    const rows = await onPage(query, page, {
      column: ['s.position', 'c.variant', 'c.repeat', 'c.id'],
    }).getMany();
    const overrides = await Overrides.ofRun(manager, runId);
    const { data, ...links } = pageOf(page, rows, ({ scenarioId, variant, repeat, id }) => [
      String(byId.get(scenarioId)?.position ?? 0),
      variant,
      String(repeat),
      id,
    ]);
    const nameOf = ({ scenarioId }: Cell) => byId.get(scenarioId)?.name ?? '';
    return { ...links, data: data.map((cell) => cellListed(cell, nameOf(cell), overrides)) };
  }
}

type Filters = Pick<ListEvalsInput, 'mine' | 'plugin' | 'status' | 'contextType'>;

function filter(
  query: SelectQueryBuilder<EvalRun>,
  { mine, plugin, status, contextType }: Filters,
  callerId: string | null,
): void {
  if (mine === true) query.andWhere('r.createdBy = :callerId', { callerId });
  if (status !== undefined)
    query.andWhere('r.state IN (:...states)', {
      states: status === 'pending' ? ['pending', 'running'] : [status],
    });
  if (contextType !== undefined) query.andWhere('r.contextType = :contextType', { contextType });
  if (plugin !== undefined) ofPlugin(query, plugin);
}

/** Without a workspace in its name, the plugin of any. */
function ofPlugin(query: SelectQueryBuilder<EvalRun>, plugin: string): void {
  const name = plugin.replaceAll(/[\\%_]/g, '\\$&');
  const local = plugin.includes('/') ? name : `%/${name}`;
  query.andWhere(
    "r.contextRef LIKE CASE r.contextType WHEN 'plugin' THEN :published ELSE :local END ESCAPE '\\'",
    { published: `${local}@%`, local },
  );
  query.andWhere("r.contextType IN ('plugin', 'plugin-directory')");
}
