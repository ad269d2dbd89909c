import { hostKey, type Caller, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { transition } from '../../persistence/contract/db.js';
import type { ActorKind, TaskEventType } from '../contract/events.js';
import { taskMachine, type TaskEvent as StateEvent } from '../contract/task.machine.js';
import { TaskEvent } from './task-event.entity.js';
import { TaskTurn } from './task-turn.entity.js';
import { Task } from './task.entity.js';

/** Who causes an event, as it is stored. */
export type Actor = Pick<TaskEvent, 'actorKind' | 'actorName'>;

const nameless = (actorKind: ActorKind): Actor => ({ actorKind, actorName: null });
export const byAgent = nameless('agent');
export const bySystem = nameless('system');

const callerKinds = {
  user: 'human',
  key: 'trigger',
  system: 'system',
  anonymous: 'system',
} as const;

export const byCaller = ({ kind, label }: Caller): Actor => ({
  actorKind: callerKinds[kind],
  actorName: label,
});

/** An event without its number. */
export interface NewEvent {
  readonly type: TaskEventType;
  readonly actor: Actor;
  readonly data: object;
}

/** Writes tasks, within units of work. A launch is locked before its task, in every unit that locks both. */
@injectable()
export class TaskRows {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  /** The task as it is now; no other unit changes it before this one has ended. */
  async held(manager: EntityManager, id: string): Promise<Task> {
    // changes nothing, but waits for the unit that has locked the row, on every engine
    await manager.update(Task, { id }, { id });
    return manager.findOneByOrFail(Task, { id });
  }

  /** Takes a held task to its next state. */
  async go(
    manager: EntityManager,
    task: Task,
    step: {
      readonly event: StateEvent;
      readonly set?: Partial<Omit<Task, 'id' | 'state' | 'version'>>;
    },
  ): Promise<void> {
    const { id, version } = task;
    await transition(manager, { entity: Task, id, version, machine: taskMachine, ...step });
  }

  /** Appends events to those of a held task. */
  async append(manager: EntityManager, task: Task, events: readonly NewEvent[]): Promise<void> {
    const at = this.host.clock();
    const rows = events.map(({ actor, type, data }) => {
      task.lastEvent += 1;
      return { taskId: task.id, n: task.lastEvent, type, ...actor, at, data };
    });
    await manager.update(Task, { id: task.id }, { lastEvent: task.lastEvent, updatedAt: at });
    await manager.insert(TaskEvent, rows);
  }

  /** Makes a launch the next turn of a held task; answers the event. */
  async addTurn(manager: EntityManager, task: Task, launchRunId: string): Promise<NewEvent> {
    task.turn += 1;
    const turn = { taskId: task.id, turn: task.turn, launchRunId, answered: null };
    await manager.insert(TaskTurn, turn);
    await manager.update(Task, { id: task.id }, { turn: task.turn, launchRunId });
    return { type: 'run.created', actor: bySystem, data: { turn: task.turn, launchRunId } };
  }
}
