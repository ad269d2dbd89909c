import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { WorkspaceSummary } from '../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { evalsDisabled } from '../../contract/run-errors.js';
import { EvalSwitch } from './switch.entity.js';

/** Whether evaluations and generations may be started in a workspace. */
@injectable()
export class EvalsSwitch {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  /** Inside a unit of work its manager is given: then what the unit stores and the switch agree. Throws `evals_disabled`. */
  async require(
    { id, name }: Pick<WorkspaceSummary, 'id' | 'name'>,
    manager: EntityManager = this.reads.manager,
  ): Promise<void> {
    if (!(await this.isOn(id, manager))) throw evalsDisabled({ workspace: name });
  }

  async isOn(workspaceId: string, manager = this.reads.manager): Promise<boolean> {
    const row = await manager.findOneBy(EvalSwitch, { workspaceId });
    return row?.enabled ?? true;
  }
}
