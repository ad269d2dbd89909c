import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../persistence/contract/db.js';
import { actorKinds, taskEventTypes } from '../contract/events.js';
import { taskStates } from '../contract/task.machine.js';

const text = columns.text({ nullable: true });
const ofTask = [{ columns: ['task_id'], table: 'task_tasks', onDelete: 'CASCADE' }] as const;

export class CreateTasks1768600000000 implements Migration {
  readonly name = 'CreateTasks1768600000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'task_tasks',
      columns: {
        id: columns.id(),
        state: columns.oneOf(taskStates),
        version: columns.counter(),
        workspace_id: columns.id(),
        organization_id: columns.id(),
        workspace_name: columns.text(),
        created_by: columns.id({ nullable: true }),
        request: columns.json(),
        idempotency_key: text,
        link_type: text,
        link_value: text,
        link_key: text,
        questions: columns.json(),
        pending: columns.json(),
        turn: columns.counter(),
        launch_run_id: columns.id({ nullable: true }),
        last_event: columns.counter(),
        created_at: columns.instant(),
        updated_at: columns.instant(),
      },
      unique: [['workspace_id', 'idempotency_key']],
      indices: [
        { columns: ['workspace_id', 'created_at', 'id'] },
        { columns: ['workspace_id', 'link_key', 'created_at'], where: '"link_key" IS NOT NULL' },
      ],
    });
    await createTable(runner, {
      name: 'task_turns',
      columns: {
        task_id: columns.id(),
        turn: columns.counter(),
        launch_run_id: columns.id(),
        answered: columns.json({ nullable: true }),
      },
      primary: ['task_id', 'turn'],
      unique: [['launch_run_id']],
      foreign: ofTask,
    });
    await createTable(runner, {
      name: 'task_events',
      columns: {
        task_id: columns.id(),
        n: columns.counter(),
        type: columns.oneOf(taskEventTypes),
        actor_kind: columns.oneOf(actorKinds),
        actor_name: text,
        at: columns.instant(),
        data: columns.json(),
      },
      primary: ['task_id', 'n'],
      foreign: ofTask,
    });
  }
}
