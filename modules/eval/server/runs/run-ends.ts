import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import { creditsKey, type Credits } from '../../../billing/contract/credits.js';
import {
  heldEnvironmentsKey,
  type HeldEnvironments,
} from '../../../launch/contract/held-environments.js';
import { lockRows, transition } from '../../../persistence/contract/db.js';
import { factChangesKey, type FactChanges } from '../../../registry/contract/version-facts.js';
import { pluginScoresKey, type PluginScores } from '../../../review/contract/search-facts.js';
import { evalRunMachine } from '../../contract/eval-run.machine.js';
import type { CoverageView, EvalFailure } from '../../contract/run-view.js';
import { Cell } from '../cells/cell.entity.js';
import { CompletionMail } from '../mail/completion-mail.js';
import { EvalRun } from './eval-run.entity.js';
import { prices, reservationOf } from './prices.js';
import { summariseRun } from './summarise-run.js';

/** Ends runs. Everything happens in the caller's unit of work. */
@injectable()
export class RunEnds {
  constructor(
    @inject(creditsKey) private readonly credits: Credits,
    @inject(factChangesKey) private readonly facts: FactChanges,
    @inject(heldEnvironmentsKey) private readonly environments: HeldEnvironments,
    @inject(pluginScoresKey) private readonly scores: PluginScores,
    @inject(CompletionMail) private readonly mail: CompletionMail,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Reads the run; other units that end its cells or the run wait for this one. */
  lock(manager: EntityManager, id: string): Promise<EvalRun> {
    const query = manager.createQueryBuilder(EvalRun, 'r').where('r.id = :id', { id });
    return lockRows(query, 'pessimistic_write').getOneOrFail();
  }

  /** Facts of a version show the verdict of its newest run. */
  async reportChange({ versionId }: EvalRun): Promise<void> {
    if (versionId !== null) await this.facts.changed(versionId);
  }

  /** Ends a run whose cells have ended: it has failed with `failure`, or if no cell counts. */
  async end(manager: EntityManager, run: EvalRun, failure?: EvalFailure): Promise<void> {
    const { coverage, statistics, verdict } = await summariseRun(manager, run.id);
    const counting = await this.#counting(manager, run.id);
    const why = failure ?? (counting.all === 0 ? withoutResult(coverage) : null);
    const credits = Math.min(run.credits, counting.worked * prices.cell);
    await transition(manager, {
      entity: EvalRun,
      id: run.id,
      machine: evalRunMachine,
      event: why === null ? 'complete' : 'fail',
      set: {
        open: 0,
        credits,
        failure: why,
        coverage,
        statistics,
        verdict,
        finishedAt: this.host.clock(),
      },
    });
    // before the credits: publishing locks the plugin first, and the credits then
    if (why === null) await this.#countFor(run, verdict?.scenarios ?? 0);
    await this.reportChange(run);
    this.host.fault?.('eval.result-written');
    await this.#release(run, credits);
    await this.mail.send(manager, await manager.findOneByOrFail(EvalRun, { id: run.id }));
    this.host.fault?.('eval.run-ended');
  }

  async #release(run: EvalRun, used: number): Promise<void> {
    if (run.credits > 0) await this.credits.settle(reservationOf(run.id), used);
    this.host.fault?.('eval.credits-charged');
    if (run.environmentId !== null) await this.environments.release(run.id);
  }

  /** Only runs of published scenarios count for the score of a version. */
  async #countFor({ versionId, published }: EvalRun, scenarios: number): Promise<void> {
    if (versionId !== null && published !== null) await this.scores.evaluated(versionId, scenarios);
  }

  /** Cells that count, and those of them that were worked on in this run. */
  async #counting(manager: EntityManager, runId: string) {
    const where = { runId, status: In(['scored', 'unscored']) };
    const all = await manager.countBy(Cell, where);
    const worked = await manager.countBy(Cell, { ...where, jobId: Not(IsNull()) });
    return { all, worked };
  }
}

function withoutResult({ cells, why }: CoverageView): EvalFailure {
  const code = 'no_result';
  if (cells === 0) return { code, message: 'The quality check has excluded every scenario.' };
  const reasons = Object.entries(why).map(([reason, count]) => `${reason} (${count})`);
  return { code, message: `No cell has a result that counts: ${reasons.join(', ')}.` };
}
