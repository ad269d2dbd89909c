import { notFound, type Context, type Handler, type Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { MoreThan } from 'typeorm';
import {
  launchesKey,
  type Launches,
  type LaunchOutcome,
} from '../../../launch/contract/launches.js';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type KeyPage,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import { badCursor } from '../../../persistence/contract/errors.js';
import type {
  ListTasksInput,
  TaskByLinkInput,
  TaskEventsInput,
  TaskRef,
  TaskRunsInput,
} from '../../contract/task-inputs.js';
import type { TaskEventView, TaskRunView, TaskView } from '../../contract/task-view.js';
import { linkKeyOf } from '../link-key.js';
import { TaskEvent } from '../task-event.entity.js';
import { taskTarget } from '../task-locator.js';
import { TaskTurn } from '../task-turn.entity.js';
import { eventOf, viewOf } from '../task-views.js';
import { Task } from '../task.entity.js';

const DEFAULT_PAGE = 20;
const MOST_EVENTS = 200;

@injectable()
export class ListTasksHandler implements Handler<ListTasksInput, Page<TaskView>> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async run(
    { status: state, pageSize = DEFAULT_PAGE, ...cursors }: ListTasksInput,
    context: Context,
  ): Promise<Page<TaskView>> {
    const page = keyPage({ ...cursors, pageSize });
    const query = this.reads.manager.createQueryBuilder(Task, 't');
    query.where({ workspaceId: context.target?.workspaceId, ...(state && { state }) });
    const order = { column: ['t.createdAt', 't.id'], descending: true };
    const rows = await onPage(query, page, order).getMany();
    const keyOf = ({ createdAt, id }: Task) => [createdAt.toISOString(), id];
    const { data, ...links } = pageOf(page, rows, keyOf);
    return { ...links, data: data.map((task) => viewOf(task, context)) };
  }
}

@injectable()
export class FindTaskByLinkHandler implements Handler<TaskByLinkInput, TaskView> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async run({ type, value }: TaskByLinkInput, context: Context): Promise<TaskView> {
    const task = await this.reads.manager.findOne(Task, {
      where: {
        workspaceId: context.target?.workspaceId ?? '',
        linkKey: linkKeyOf({ type, value }),
      },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    if (task === null) throw notFound({ kind: 'task', id: value });
    return viewOf(task, context);
  }
}

@injectable()
export class ShowTaskHandler implements Handler<TaskRef, TaskView> {
  run(_input: TaskRef, context: Context): Promise<TaskView> {
    return Promise.resolve(viewOf(taskTarget(context), context));
  }
}

@injectable()
export class ListTaskRunsHandler implements Handler<TaskRunsInput, Page<TaskRunView>> {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(launchesKey) private readonly launches: Launches,
  ) {}

  async run(
    { pageSize = DEFAULT_PAGE, after, before }: TaskRunsInput,
    context: Context,
  ): Promise<Page<TaskRunView>> {
    const page = numberPage(
      keyPage({ pageSize, ...(after && { after }), ...(before && { before }) }),
    );
    const query = this.reads.manager.createQueryBuilder(TaskTurn, 't');
    query.where({ taskId: taskTarget(context).id });
    const rows = await onPage(query, page, { column: 't.turn' }).getMany();
    const { data, ...links } = pageOf(page, rows, ({ turn }) => String(turn));
    const outcomes = await this.launches.outcomes(data.map(({ launchRunId }) => launchRunId));
    const shown = data.flatMap(({ turn, launchRunId }) => {
      const outcome = outcomes.get(launchRunId);
      return outcome === undefined ? [] : [runOf(turn, outcome)];
    });
    return { ...links, data: shown };
  }
}

function runOf(turn: number, { id, status, result, createdAt, finishedAt }: LaunchOutcome) {
  return {
    turn,
    launchRunId: id,
    status,
    ...(status === 'completed' && result !== null && { summary: result.summary }),
    result,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

@injectable()
export class ListTaskEventsHandler implements Handler<TaskEventsInput, Page<TaskEventView>> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async run(
    { afterNumber = 0, limit = MOST_EVENTS, after, before }: TaskEventsInput,
    context: Context,
  ): Promise<Page<TaskEventView>> {
    const cursors = { ...(after && { after }), ...(before && { before }) };
    const page = numberPage(keyPage({ pageSize: limit, ...cursors }, MOST_EVENTS));
    const query = this.reads.manager.createQueryBuilder(TaskEvent, 'e');
    query.where({ taskId: taskTarget(context).id, n: MoreThan(afterNumber) });
    const rows = await onPage(query, page, { column: 'e.n' }).getMany();
    const { data, ...links } = pageOf(page, rows, ({ n }) => String(n));
    return { ...links, data: data.map(eventOf) };
  }
}

/** The page, whose cursor was made of a number. */
function numberPage(page: KeyPage): KeyPage {
  if (page.from !== undefined && !/^\d{1,9}$/.test(page.from.key)) throw badCursor();
  return page;
}
