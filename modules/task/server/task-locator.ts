import type { Context, Located, Locator } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { Task } from './task.entity.js';

/** Finds tasks by id. */
@injectable()
export class TaskLocator implements Locator<Task> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async locate(id: string): Promise<Located<Task> | null> {
    const value = await this.reads.manager.findOneBy(Task, { id: id.toLowerCase() });
    if (value === null) return null;
    const { workspaceId, organizationId } = value;
    const name = nameOf(value);
    return { kind: 'task', name, workspaceId, organizationId, visibility: 'members', value };
  }
}

/** How the audit log calls it. */
export const nameOf = ({ request: { label, skill } }: Pick<Task, 'request'>): string =>
  label ?? skill;

/** The task that the operation's access names. */
export function taskTarget({ target }: Context): Task {
  if (!(target?.value instanceof Task))
    throw new Error('This operation needs an access on a task.');
  return target.value;
}
