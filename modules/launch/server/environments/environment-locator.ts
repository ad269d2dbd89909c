import type { Context, Located, Locator } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { Environment } from './environment.entity.js';

/** Finds environments by id; not those that last as long as their run, which only that run uses. */
@injectable()
export class EnvironmentLocator implements Locator<Environment> {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async locate(reference: string): Promise<Located<Environment> | null> {
    const id = reference.toLowerCase();
    const value = await this.database.manager.findOneBy(Environment, { id, keep: 'named' });
    if (value === null) return null;
    const { workspaceId, organizationId } = value;
    const name = value.name ?? id;
    return { kind: 'environment', name, workspaceId, organizationId, visibility: 'members', value };
  }
}

/** The environment that the operation's access names. */
export function environmentTarget({ target }: Context): Environment {
  if (!(target?.value instanceof Environment))
    throw new Error('This operation needs an access on an environment.');
  return target.value;
}
