import type { Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import type { TaskEventView, TaskView } from '../contract/task-view.js';
import { TaskEvent } from './task-event.entity.js';
import { Task } from './task.entity.js';

type Asked = Pick<Context, 'origin'>;

/** Shows tasks. */
@injectable()
export class TaskViews {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async byId(id: string, asked: Asked): Promise<TaskView> {
    return viewOf(await this.reads.manager.findOneByOrFail(Task, { id }), asked);
  }
}

/** Outside of HTTP nobody knows the server's address: then the link is a path. */
export function viewOf(task: Task, { origin = '' }: Asked): TaskView {
  const { id, state: status, request, linkType, linkValue } = task;
  return {
    id,
    status,
    workspace: task.workspaceName,
    label: request.label ?? null,
    definition: {
      skillRef: request.skill,
      repoUrl: request.repo,
      baseBranch: request.baseBranch ?? 'main',
      agent: request.agent ?? '',
      model: request.model ?? null,
      environmentId: request.environment ?? null,
    },
    questions: status === 'waiting_for_input' ? task.questions : [],
    link: linkType === null || linkValue === null ? null : { type: linkType, value: linkValue },
    links: { web: `${origin}/tasks/${id}` },
    createdAt: task.createdAt.toISOString(),
    updatedAt: task.updatedAt.toISOString(),
  };
}

export const eventOf = ({ n, type, actorKind, actorName, at, data }: TaskEvent): TaskEventView => ({
  n,
  type,
  actor: { kind: actorKind, name: actorName },
  at: at.toISOString(),
  data: data as TaskEventView['data'],
});
