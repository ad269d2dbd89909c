import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { IsNull, type EntityManager } from 'typeorm';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { lockRows, transition } from '../../../persistence/contract/db.js';
import { evalRunMachine } from '../../contract/eval-run.machine.js';
import { Cell, CellJob } from '../cells/cell.entity.js';
import { EvalRun } from './eval-run.entity.js';

/** Queues the cells of runs. */
@injectable()
export class CellQueue {
  constructor(
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /**
   * Enqueues a job for each cell that waits, and sets the run running, in the caller's unit of work. A run that has ended or was
   * cancelled meanwhile stays as it is.
   */
  async queueCells(manager: EntityManager, runId: string): Promise<void> {
    const query = manager.createQueryBuilder(EvalRun, 'r').where('r.id = :runId', { runId });
    const run = await lockRows(query, 'pessimistic_write').getOneOrFail();
    if (run.state !== 'pending') return;
    const where = { runId, status: 'pending' as const, jobId: IsNull() };
    const waiting = await manager.find(Cell, { where, select: { id: true } });
    const jobs = waiting.map(({ id }) => ({ cellId: id, runId }));
    await this.jobs.enqueueAll(CellJob, jobs);
    await manager
      .createQueryBuilder()
      .update(Cell)
      .set({ jobId: () => '(SELECT j.id FROM eval_cell_jobs j WHERE j.cell_id = eval_cells.id)' })
      .where("run_id = :runId AND status = 'pending' AND job_id IS NULL", { runId })
      .execute();
    await transition(manager, {
      entity: EvalRun,
      id: runId,
      machine: evalRunMachine,
      event: 'start',
      set: { startedAt: this.host.clock() },
    });
    this.host.fault?.('eval.cells-queued');
  }
}
