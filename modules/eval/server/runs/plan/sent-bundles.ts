import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../../persistence/contract/db.js';
import { Bundle } from '../bundle.entity.js';

/** Archives of scenarios that wait for their run. */
@injectable()
export class SentBundles {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  /** Throws `not_found`, also for the bundle of another workspace. */
  async find(givenId: string, workspaceId: string): Promise<Bundle> {
    const where = { id: givenId.toLowerCase(), workspaceId, kind: 'scenarios' as const };
    const bundle = await this.reads.manager.findOneBy(Bundle, where);
    if (bundle !== null) return bundle;
    const hint = 'What was sent is deleted after a day if no run names it: send it again.';
    throw notFound({ kind: 'bundle', id: givenId, hint });
  }
}
