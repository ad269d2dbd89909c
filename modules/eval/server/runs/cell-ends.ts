import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In, type EntityManager } from 'typeorm';
import { mapTexts, storable } from '../../../../toolbox/storable.js';
import type { CellStatus } from '../../contract/words.js';
import type { CellEnd, CellEnds } from '../cells/cell-ends.js';
import { Cell } from '../cells/cell.entity.js';
import { EvalRun } from './eval-run.entity.js';
import { RunEnds } from './run-ends.js';

/** States of cells that have not ended. */
export const openCells = ['pending', 'running'] as const satisfies readonly CellStatus[];

/** Ends cells. The row of the run is locked first, so that of cells that end at once exactly one is the last. */
@injectable()
export class StoredCellEnds implements CellEnds {
  constructor(
    @inject(RunEnds) private readonly runs: RunEnds,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async end(manager: EntityManager, cellId: string, end: CellEnd): Promise<void> {
    const { runId } = await manager.findOneByOrFail(Cell, { id: cellId });
    const run = await this.runs.lock(manager, runId);
    const going = { id: cellId, status: In([...openCells]) };
    // entities have relations that a partial update has not, which the types of TypeORM cannot tell
    const values: object = { ...mapTexts(end, storable), finishedAt: this.host.clock() };
    const { affected } = await manager.update(Cell, going, values);
    // it was cancelled with its run, or another attempt has ended it
    if (affected !== 1) return;
    this.host.fault?.('eval.cell-ended');
    const open = run.open - 1;
    await manager.update(EvalRun, { id: runId }, { open });
    if (open === 0) await this.runs.end(manager, run);
  }
}
