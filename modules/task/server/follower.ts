import { injectable, inject } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { LaunchFollower, LaunchOutcome } from '../../launch/contract/launches.js';
import { unitOfWorkKey, type UnitOfWork } from '../../persistence/contract/db.js';
import { questionsOf } from './questions.js';
import { byAgent, bySystem, TaskRows, type NewEvent } from './task-rows.js';
import { TaskTurn } from './task-turn.entity.js';
import type { Task } from './task.entity.js';

/** Takes a task on when the launch of its turn has ended. */
@injectable()
export class TaskFollower implements LaunchFollower {
  constructor(
    @inject(TaskRows) private readonly rows: TaskRows,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
  ) {}

  ended(outcome: LaunchOutcome): Promise<void> {
    return this.unitOfWork.run((manager) => this.#follow(manager, outcome));
  }

  async #follow(manager: EntityManager, outcome: LaunchOutcome): Promise<void> {
    const turn = await manager.findOneBy(TaskTurn, { launchRunId: outcome.id });
    if (turn === null) return;
    const task = await this.rows.held(manager, turn.taskId);
    const events = [endOf(outcome)];
    // one that was cancelled stays so, whatever its launch still did
    if (task.state === 'running') events.push(...(await this.#step(manager, task, outcome)));
    await this.rows.append(manager, task, events);
  }

  /** Takes a running task to where the end of its turn leads; answers what else happens then. */
  async #step(
    manager: EntityManager,
    task: Task,
    { status, result, id: launchRunId }: LaunchOutcome,
  ): Promise<readonly NewEvent[]> {
    const set = { pending: [] };
    if (status === 'cancelled') {
      await this.rows.go(manager, task, { event: 'cancel', set });
      return [{ type: 'task.cancelled', actor: bySystem, data: { launchRunId } }];
    }
    if (result === null || result.status === 'failed') {
      await this.rows.go(manager, task, { event: 'fail', set });
      return [];
    }
    const asks = result.status === 'needs_input';
    const questions = [...(asks ? questionsOf(result, task.pending) : []), ...task.pending];
    if (questions.length === 0) {
      await this.rows.go(manager, task, { event: 'complete' });
      return [];
    }
    await this.rows.go(manager, task, { event: 'ask', set: { ...set, questions } });
    const actor = asks ? byAgent : bySystem;
    return [{ type: 'input.requested', actor, data: { questions, launchRunId } }];
  }
}

/** How the launch of a turn has ended. */
function endOf({ id: launchRunId, status, result, failure }: LaunchOutcome): NewEvent {
  if (status === 'cancelled') {
    const data = { launchRunId, reason: 'The launch was cancelled.' };
    return { type: 'run.failed', actor: bySystem, data };
  }
  if (result === null) {
    const reason = failure?.message ?? 'The launch ended without a result.';
    return { type: 'run.failed', actor: bySystem, data: { launchRunId, reason } };
  }
  const { summary } = result;
  return result.status === 'failed'
    ? {
        type: 'run.failed',
        actor: byAgent,
        data: { launchRunId, summary, reason: result.reason },
      }
    : { type: 'run.completed', actor: byAgent, data: { launchRunId, summary } };
}
