import { inject, injectable } from 'tsyringe';
import { IsNull, Not } from 'typeorm';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { hostKey, transitionOf, type HostInfo } from 'svc-registry/kernel';
import { reviewRunMachine, type ReviewStatus } from '../../contract/review-run.machine.js';
import { Analyser } from '../analysis/analyser.js';
import { ReviewRun } from './review-run.entity.js';

/** Finds results that a new run may reuse. */
@injectable()
export class EarlierRuns {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(Analyser) private readonly analyser: Analyser,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** The columns of a run with the result of an earlier one: of the same workspace, content and rules. */
  async resultFor(workspaceId: string, fingerprint: string, model: string | null) {
    const { ruleset } = await this.analyser.engine();
    const earlier = await this.reads.manager.findOne(ReviewRun, {
      where: {
        workspaceId,
        fingerprint,
        ruleset,
        type: 'security',
        state: 'completed',
        reusedFrom: IsNull(),
        // a model that did not answer may answer the next time
        ...(model === null ? { model: IsNull() } : { model, verdict: Not('error') }),
      },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    if (earlier === null) return undefined;
    const { id, reportSha256, verdict, overallSeverity, engine } = earlier;
    const now = this.host.clock();
    return {
      state: completed(),
      reusedFrom: id,
      reportSha256,
      verdict,
      overallSeverity,
      engine,
      ruleset,
      startedAt: now,
      finishedAt: now,
    };
  }
}

function completed(): ReviewStatus {
  const { initial } = reviewRunMachine;
  return transitionOf(reviewRunMachine, { state: initial, event: 'reuse' })?.to ?? initial;
}
