import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { CoverageView } from '../../contract/run-view.js';
import { Cell } from '../cells/cell.entity.js';
import type { EvalRun } from './eval-run.entity.js';

/** How many cells of runs that go on have ended. */
@injectable()
export class Coverages {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  /** By the ids of the runs; those that are over have theirs in their rows. */
  async of(runs: readonly EvalRun[]): Promise<ReadonlyMap<string, CoverageView>> {
    const going = runs.filter(({ coverage }) => coverage === null);
    const byRun = new Map(going.map((run) => [run.id, emptyFor(run)]));
    if (going.length === 0) return byRun;
    const runId = In([...byRun.keys()]);
    const select = { runId: true, status: true, contamination: true, failure: true, retries: true };
    const where = { runId, status: In(['scored', 'unscored', 'void']) };
    for (const cell of await this.reads.manager.find(Cell, { where, select: select as never }))
      add(byRun.get(cell.runId), cell);
    return byRun;
  }
}

const emptyFor = ({ cells }: EvalRun): CoverageView => ({
  cells,
  scored: 0,
  void: 0,
  retries: 0,
  why: {},
});

function add(coverage: CoverageView | undefined, cell: Cell): void {
  if (coverage === undefined) return;
  const { status, contamination, failure, retries } = cell;
  coverage.retries += retries;
  if (status === 'scored') coverage.scored += 1;
  if (status !== 'void') return;
  coverage.void += 1;
  const why = contamination ?? failure?.class ?? 'infra';
  coverage.why[why] = (coverage.why[why] ?? 0) + 1;
}
