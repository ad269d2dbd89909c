import { randomUUID } from 'node:crypto';
import { hostKey, notFound, type Caller, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { scoreOutOfRange } from '../../contract/run-errors.js';
import type { OverrideScoreInput } from '../../contract/run-inputs.js';
import { CellViews } from './cell-views.js';
import { EvalRun } from './eval-run.entity.js';
import { RunEnds } from './run-ends.js';
import { isOver } from './run-views.js';
import { summariseRun } from './summarise-run.js';
import { ScoreOverride } from './switch.entity.js';

/** Writes points that persons change. */
@injectable()
export class ScoreOverrides {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(CellViews) private readonly cells: CellViews,
    @inject(RunEnds) private readonly ends: RunEnds,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** The statistics of a run that is over follow in the same unit. Throws `not_found` and `score_out_of_range`. */
  async add(input: OverrideScoreInput, { id: runId }: EvalRun, caller: Caller): Promise<void> {
    const { criterion, score, reason } = input;
    const { id: cellId, status, scored } = await this.cells.find(runId, input.cell);
    const results = status === 'scored' ? (scored?.results ?? []) : [];
    const result = results.find(({ name }) => name === criterion);
    if (result === undefined) throw notFound({ kind: 'criterion', id: criterion });
    if (score > result.maxScore) throw scoreOutOfRange({ score, most: result.maxScore });
    await this.unitOfWork.run(async (manager) => {
      const run = await this.ends.lock(manager, runId);
      const createdAt = await this.#afterOthers(manager, cellId);
      await manager.insert(ScoreOverride, {
        id: randomUUID(),
        cellId,
        criterion,
        milliPoints: Math.round(score * 1000),
        reason,
        createdBy: caller.id,
        createdAt,
      });
      if (!isOver(run)) return;
      await this.ends.reportChange(run);
      const { statistics, verdict } = await summariseRun(manager, runId);
      const values: object = { statistics, verdict };
      await manager.update(EvalRun, { id: runId }, values);
    });
  }

  /** The present moment, or what comes after the last change: the order decides which one counts. */
  async #afterOthers(manager: EntityManager, cellId: string): Promise<Date> {
    const order = { createdAt: 'DESC' } as const;
    const last = await manager.findOne(ScoreOverride, { where: { cellId }, order });
    const earliest = last === null ? 0 : last.createdAt.getTime() + 1;
    return new Date(Math.max(this.host.clock().getTime(), earliest));
  }
}
