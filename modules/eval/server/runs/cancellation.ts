import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In, IsNull, Not } from 'typeorm';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { Cell, CellJob } from '../cells/cell.entity.js';
import { openCells } from './cell-ends.js';
import { EvalRun } from './eval-run.entity.js';
import { PrepareJob } from './jobs.entity.js';
import { RunEnds } from './run-ends.js';
import { isOver } from './run-views.js';

const CANCELLED = 'The evaluation was cancelled.';

/** Cancels runs. */
@injectable()
export class Cancellation {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(RunEnds) private readonly ends: RunEnds,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Ends a run with all its cells; then stops the work on them, whose results nobody waits for. A run that is over stays as it is. */
  async cancel(runId: string): Promise<void> {
    const open = { runId, status: In([...openCells]) };
    const cells = await this.unitOfWork.run(async (manager) => {
      const run = await this.ends.lock(manager, runId);
      if (isOver(run)) return [];
      const going = await manager.findBy(Cell, { ...open, jobId: Not(IsNull()) });
      const values: object = {
        status: 'void',
        failure: { class: 'refused', message: CANCELLED },
        finishedAt: this.host.clock(),
      };
      await manager.update(Cell, open, values);
      await manager.update(EvalRun, { id: runId }, { cancelRequested: true });
      await this.ends.end(manager, run, { code: 'cancelled', message: CANCELLED });
      return going;
    });
    this.host.fault?.('eval.run-cancelled');
    await this.#stop(runId, cells);
  }

  /** A job that is not reached, because this process ends, finds its cell ended. */
  async #stop(runId: string, cells: readonly Cell[]): Promise<void> {
    const run = await this.reads.manager.findOneByOrFail(EvalRun, { id: runId });
    if (run.prepareJobId !== null) await this.jobs.cancel(PrepareJob, run.prepareJobId);
    for (const { jobId } of cells) if (jobId !== null) await this.jobs.cancel(CellJob, jobId);
  }
}
