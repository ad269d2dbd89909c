import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { LocatedWorkspace } from '../../../identity/contract/access.js';
import { launchesKey, type Launches } from '../../../launch/contract/launches.js';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type {
  ListSchedulesInput,
  ScheduleRef,
  ScheduleRunsInput,
} from '../../contract/schedule-inputs.js';
import type {
  ScheduleListed,
  ScheduleRunView,
  ScheduleView,
} from '../../contract/schedule-view.js';
import { scheduleTarget } from '../schedule-locator.js';
import { Schedule, ScheduleRun } from '../schedule.entity.js';
import { ScheduleViews } from '../schedule-views.js';

const DEFAULT_PAGE = 20;

@injectable()
export class ListHandler implements Handler<ListSchedulesInput, Page<ScheduleListed>> {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(ScheduleViews) private readonly views: ScheduleViews,
  ) {}

  async run(
    { pageSize = DEFAULT_PAGE, status, ...cursors }: ListSchedulesInput,
    context: Context,
  ): Promise<Page<ScheduleListed>> {
    const { value: workspace } = context.target as LocatedWorkspace;
    const page = keyPage({ ...cursors, pageSize });
    const query = this.reads.manager.createQueryBuilder(Schedule, 's');
    query.where({ workspaceId: workspace.id, ...(status !== undefined && { state: status }) });
    const order = { column: ['s.createdAt', 's.id'], descending: true };
    const rows = await onPage(query, page, order).getMany();
    const keyOf = ({ createdAt, id }: Schedule) => [createdAt.toISOString(), id];
    const { data, ...links } = pageOf(page, rows, keyOf);
    return { ...links, data: await this.views.listed(data, workspace.name) };
  }
}

@injectable()
export class ViewHandler implements Handler<ScheduleRef, ScheduleView> {
  constructor(@inject(ScheduleViews) private readonly views: ScheduleViews) {}

  run(_input: ScheduleRef, context: Context): Promise<ScheduleView> {
    return this.views.of(scheduleTarget(context));
  }
}

@injectable()
export class RunsHandler implements Handler<ScheduleRunsInput, Page<ScheduleRunView>> {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(launchesKey) private readonly launches: Launches,
  ) {}

  async run(
    { limit: take = DEFAULT_PAGE }: ScheduleRunsInput,
    context: Context,
  ): Promise<Page<ScheduleRunView>> {
    const rows = await this.reads.manager.find(ScheduleRun, {
      where: { scheduleId: scheduleTarget(context).id },
      order: { createdAt: 'DESC', launchRunId: 'DESC' },
      take,
    });
    const outcomes = await this.launches.outcomes(rows.map(({ launchRunId }) => launchRunId));
    const data = rows.flatMap(({ launchRunId, cause, scheduledFor }): ScheduleRunView[] => {
      const outcome = outcomes.get(launchRunId);
      if (outcome === undefined) return [];
      const { status, createdAt, finishedAt, result } = outcome;
      return [
        {
          launchRunId,
          cause,
          scheduledFor: scheduledFor?.toISOString() ?? null,
          status,
          createdAt: createdAt.toISOString(),
          finishedAt: finishedAt?.toISOString() ?? null,
          result,
        },
      ];
    });
    return { data, next: null, prev: null };
  }
}
