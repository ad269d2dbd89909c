import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { Attempt, RunKind, RunWork, WriteResult } from '../../../jobs/contract/db.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { shortened } from '../../../../toolbox/shortened.js';
import type { EvalRun } from '../runs/eval-run.entity.js';
import { cellEndsKey, type CellEnd, type CellEnds } from './cell-ends.js';
import { CellReader } from './cell-inputs.js';
import { Cell, CellJob } from './cell.entity.js';
import { failedAs } from './failed-as.js';
import { SolvedCells, type Going } from './solved-cells.js';
import { CellFailed } from './solution.js';

/** How often a cell is tried again whose failure does not count against the context. */
const MOST_RETRIES = 2;
const MOST_MESSAGE = 4_000;

/** Works on a cell. */
@injectable()
class CellWork implements RunWork<CellJob> {
  constructor(
    @inject(CellReader) private readonly reader: CellReader,
    @inject(SolvedCells) private readonly cells: SolvedCells,
    @inject(cellEndsKey) private readonly ends: CellEnds,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async perform({ cellId }: CellJob, attempt: Attempt): Promise<WriteResult | undefined> {
    const found = await this.reader.find(cellId);
    if (found === undefined) return undefined;
    const end = await this.#tried(found, attempt);
    this.host.fault?.('eval.cell-known');
    return async (manager) => {
      await this.ends.end(manager, cellId, end);
      this.host.fault?.('eval.cell-written');
    };
  }

  async ended({ cellId, state }: CellJob, manager: EntityManager, error?: unknown): Promise<void> {
    const failure =
      state === 'cancelled'
        ? new CellFailed('refused', 'The evaluation was cancelled.')
        : (failedAs(error) ?? new CellFailed('infra', 'The worker could not work on the cell.'));
    await this.ends.end(manager, cellId, voidBy(failure));
  }

  /** Another attempt begins anew, in a fresh sandbox, except for what is known by then. */
  async #tried(
    found: { readonly run: EvalRun; readonly cell: Cell },
    attempt: Attempt,
  ): Promise<CellEnd> {
    const going: Going = { ...found, attempt, retries: 0 };
    for (;;) {
      delete going.unfinished;
      try {
        await this.reader.requireAllowed(found.run);
        await this.#begin(going);
        return { ...(await this.cells.end(going)), retries: going.retries };
      } catch (error) {
        const failure = this.#failure(error, attempt);
        if (!failure.repeatable || going.retries >= MOST_RETRIES)
          return { ...voidBy(failure), ...this.cells.known(going), retries: going.retries };
        going.retries += 1;
        const cell = found.cell.id;
        this.host.log.info({ cell, why: failure.message }, 'a cell is tried again');
      }
    }
  }

  #failure(error: unknown, { signal }: Attempt): CellFailed {
    // an attempt that has to stop says nothing about the cell
    signal.throwIfAborted();
    const failure = failedAs(error);
    if (failure === undefined) throw error;
    return failure;
  }

  async #begin({ cell, attempt, run, retries }: Going): Promise<void> {
    const again = retries === 0 ? '' : ` (attempt ${retries + 1})`;
    await attempt.progress({ text: `${run.settings.agent} works on a cell${again}` });
    if (cell.status === 'running') return;
    await this.unitOfWork.run((manager) =>
      manager.update(Cell, { id: cell.id, status: 'pending' }, { status: 'running' }),
    );
    cell.status = 'running';
  }
}

const voidBy = ({ failureClass, message }: CellFailed): CellEnd => ({
  status: 'void',
  failure: { class: failureClass, message: shortened(message, MOST_MESSAGE) },
});

export const cellRuns: RunKind<CellJob> = { entity: CellJob, work: CellWork };
