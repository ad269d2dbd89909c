import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { launchesKey, type Launches } from '../../../launch/contract/launches.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { isOver } from '../../contract/task.machine.js';
import type { TaskRef } from '../../contract/task-inputs.js';
import type { TaskView } from '../../contract/task-view.js';
import { TaskEvent } from '../task-event.entity.js';
import { taskTarget } from '../task-locator.js';
import { byCaller, TaskRows, type Actor } from '../task-rows.js';
import { viewOf } from '../task-views.js';
import { Task } from '../task.entity.js';

@injectable()
export class CancelTaskHandler implements Handler<TaskRef, TaskView> {
  constructor(
    @inject(launchesKey) private readonly launches: Launches,
    @inject(TaskRows) private readonly rows: TaskRows,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
  ) {}

  async run(_input: TaskRef, context: Context): Promise<TaskView> {
    const actor = byCaller(context.caller);
    let task = taskTarget(context);
    while (!isOver(task.state)) {
      const seen = task;
      await this.unitOfWork.run((manager) => this.#cancel(manager, seen, actor));
      task = await this.reads.manager.findOneByOrFail(Task, { id: seen.id });
    }
    return viewOf(task, context);
  }

  /** Cancels the task, unless its next turn has begun since it was read: then it is to be read again. */
  async #cancel(manager: EntityManager, seen: Task, actor: Actor): Promise<void> {
    const { id, launchRunId } = seen;
    // a launch that still waits takes its task along
    if (launchRunId !== null) await this.launches.cancel(launchRunId);
    const task = await this.rows.held(manager, id);
    if (task.launchRunId !== launchRunId) return;
    const isFollowed = task.state === 'cancelled';
    if (isFollowed) {
      const unnamed = { taskId: id, type: 'task.cancelled', actorKind: 'system' } as const;
      await manager.update(TaskEvent, unnamed, actor);
    } else if (!isOver(task.state)) {
      const set = { questions: [], pending: [] };
      await this.rows.go(manager, task, { event: 'cancel', set });
      await this.rows.append(manager, task, [{ type: 'task.cancelled', actor, data: {} }]);
    }
  }
}
