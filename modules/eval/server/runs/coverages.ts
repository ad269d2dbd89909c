import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { CoverageView } from '../../contract/run-view.js';
import { coverageOf } from '../../statistics/coverage.js';
import { Cell } from '../cells/cell.entity.js';
import type { EvalRun } from './eval-run.entity.js';
import { whyVoid } from './summarise-run.js';

/** How many cells of runs that go on have ended. */
@injectable()
export class Coverages {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  /** By the ids of the runs; those that are over have theirs in their rows. */
  async of(runs: readonly EvalRun[]): Promise<ReadonlyMap<string, CoverageView>> {
    const going = runs.filter(({ coverage }) => coverage === null);
    if (going.length === 0) return new Map();
    const ended = new Map(going.map(({ id }) => [id, [] as Cell[]]));
    const select = { runId: true, status: true, contamination: true, failure: true, retries: true };
    const where = { runId: In([...ended.keys()]), status: In(['scored', 'unscored', 'void']) };
    for (const cell of await this.reads.manager.find(Cell, { where, select: select as never }))
      ended.get(cell.runId)?.push(cell);
    return new Map(
      going.map(({ id, cells }) => {
        const counted = (ended.get(id) ?? []).map((cell) => ({
          score: cell.status === 'scored' ? 0 : null,
          why: whyVoid(cell),
          retries: cell.retries,
        }));
        return [id, Object.assign(coverageOf(counted), { cells })];
      }),
    );
  }
}
