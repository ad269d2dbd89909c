import type { Context, Located, Locator } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { LaunchRun } from './launch-run.entity.js';

/** Finds launches by id. */
@injectable()
export class LaunchLocator implements Locator<LaunchRun> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  named(id: string): { readonly kind: string; readonly id: string } {
    return { kind: 'launch', id };
  }

  async locate(id: string): Promise<Located<LaunchRun> | null> {
    const value = await this.reads.manager.findOneBy(LaunchRun, { id: id.toLowerCase() });
    return value === null ? null : locatedLaunch(value);
  }
}

/** A launch as an object of its workspace. */
export function locatedLaunch(value: LaunchRun): Located<LaunchRun> {
  const { workspaceId, organizationId, skill: name } = value;
  return { kind: 'launchRun', name, workspaceId, organizationId, visibility: 'members', value };
}

/** The launch that the operation's access names. */
export function launchTarget({ target }: Context): LaunchRun {
  if (!(target?.value instanceof LaunchRun))
    throw new Error('This operation needs an access on a launch.');
  return target.value;
}
