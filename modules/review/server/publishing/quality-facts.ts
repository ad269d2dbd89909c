import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { FactsRequest, VersionFacts } from '../../../registry/contract/version-facts.js';
import { tileScoreOf } from '../../quality/score.js';
import { ReviewRun } from '../runs/review-run.entity.js';

type Fact = Readonly<Record<string, unknown>>;

/** How good the skills of versions are: the newest result of their quality reviews, with the engine that gave it. */
@injectable()
export class QualityFacts implements VersionFacts {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async of({ versions, whole, viewer }: FactsRequest): Promise<ReadonlyMap<string, Fact>> {
    const versionId = In(versions.map(({ version }) => version.id));
    const runs = await this.reads.manager.find(ReviewRun, {
      where: { versionId, type: 'quality' },
      // a judge comes after the review without a model, maybe within the same millisecond
      order: { createdAt: 'ASC', model: { direction: 'ASC', nulls: 'FIRST' } },
    });
    const shown = new Map<string, ReviewRun>();
    for (const run of runs) {
      const { versionId: id } = run;
      const earlier = id === null ? undefined : shown.get(id);
      // a result stays until a newer one has come
      if (id !== null && (earlier?.state !== 'completed' || run.state === 'completed'))
        shown.set(id, run);
    }
    if (!whole) return new Map([...shown].map(([id, run]) => [id, summaryOf(run)]));
    // why a review failed tells of the credits and the model of a workspace
    const isFailed = [...shown.values()].some(({ error }) => error !== null);
    const own = isFailed ? await this.workspaces.visibleTo(viewer) : [];
    const facts = [...shown].map(([id, run]) => {
      const error = own.includes(run.workspaceId) ? run.error : null;
      return [id, factOf(Object.assign(new ReviewRun(), run, { error }))] as const;
    });
    return new Map(facts);
  }
}

function summaryOf({ state: status, reviewScore, engine }: ReviewRun): Fact {
  return {
    status,
    reviewScore,
    tileScore: tileScoreOf(reviewScore),
    engine: engine && { name: engine.name, ruleset: engine.ruleset, model: engine.model },
  };
}

function factOf(run: ReviewRun): Fact {
  const { id: reviewRunId, finishedAt, error: failureReason } = run;
  const reviewedAt = finishedAt?.toISOString() ?? null;
  return { ...summaryOf(run), text: textOf(run), reviewRunId, reviewedAt, failureReason };
}

function textOf({ state, reviewScore, engine, error }: ReviewRun): string {
  if (state === 'failed') return ['not reviewed', ...(error === null ? [] : [error])].join(': ');
  if (state !== 'completed') return state;
  if (reviewScore === null) return 'no score';
  const by = engine?.model === undefined ? 'without a model' : `by ${engine.model}`;
  return `${reviewScore} of 100, ${by}; plugin score ${tileScoreOf(reviewScore) ?? 0}`;
}
