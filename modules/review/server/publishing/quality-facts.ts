import { inject, injectable } from 'tsyringe';
import { counted } from '../../../../toolbox/plural.js';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import type { FactsRequest, VersionFacts } from '../../../registry/contract/version-facts.js';
import { tileScoreOf } from '../../quality/score.js';
import { scoreBadge } from '../pages/words.js';
import { EvaluationCounts } from './evaluation-counts.js';
import { VersionResultsReader, type QualityRun, type VersionResults } from './version-results.js';

type Fact = Readonly<Record<string, unknown>>;

/** How good the skills of versions are: the newest result of their quality reviews, with the engine that gave it. */
@injectable()
export class QualityFacts implements VersionFacts {
  constructor(
    @inject(VersionResultsReader) private readonly results: VersionResultsReader,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(EvaluationCounts) private readonly evaluations: EvaluationCounts,
  ) {}

  async of(request: FactsRequest): Promise<ReadonlyMap<string, Fact>> {
    const results = await this.results.of(request.versions);
    const { counts: evals, reported } = await this.evaluations.of(request.versions);
    if (reported)
      for (const { version } of request.versions)
        if (isLasting(results.get(version.id))) request.lasting?.(version.id);
    const reviewed = [...results].flatMap(([id, { quality }]) =>
      quality === undefined ? [] : [{ id, run: quality, evals: evals.get(id) ?? 0 }],
    );
    if (!request.whole)
      return new Map(reviewed.map(({ id, ...review }) => [id, summaryOf(review)]));
    const isFailed = reviewed.some(({ run }) => run.error !== null);
    const own = isFailed ? await this.#ownVersions(request) : new Set<string>();
    return new Map(
      reviewed.map(({ id, run, evals: count }) => {
        const shown = own.has(id) ? run : { ...run, error: null };
        return [id, factOf({ run: shown, evals: count })];
      }),
    );
  }

  /** Ids of the versions of the viewer's workspaces: why a review failed tells of the credits and the model of a workspace. */
  async #ownVersions({ versions, viewer }: FactsRequest): Promise<ReadonlySet<string>> {
    const workspaces = await this.workspaces.visibleTo(viewer);
    const own = versions.filter(({ tile }) => workspaces.includes(tile.workspaceId));
    return new Set(own.map(({ version }) => version.id));
  }
}

/** Not while a review goes on, whose states nobody reports, nor where the reason of a failure is for members only. */
const isLasting = ({ underReview, quality }: Partial<VersionResults> = {}): boolean =>
  underReview !== true && (quality?.error ?? null) === null;

interface Review {
  readonly run: QualityRun;
  readonly evals: number;
}

function summaryOf({ run, evals }: Review): Fact {
  const { state: status, reviewScore, engine } = run;
  const tileScore = tileScoreOf(reviewScore, evals);
  return {
    status,
    reviewScore,
    tileScore,
    evals,
    ...(tileScore !== null && { label: `score ${tileScore}`, tone: scoreBadge(tileScore).tone }),
    engine: engine && { name: engine.name, ruleset: engine.ruleset, model: engine.model },
  };
}

function factOf(review: Review): Fact {
  const { id: reviewRunId, finishedAt, error: failureReason } = review.run;
  const reviewedAt = finishedAt?.toISOString() ?? null;
  return { ...summaryOf(review), text: textOf(review), reviewRunId, reviewedAt, failureReason };
}

function textOf({ run: { state, reviewScore, engine, error }, evals }: Review): string {
  if (state === 'failed') return ['not reviewed', ...(error === null ? [] : [error])].join(': ');
  if (state !== 'completed') return state;
  if (reviewScore === null) return 'no score';
  const by = engine?.model === undefined ? 'without a model' : `by ${engine.model}`;
  const score = tileScoreOf(reviewScore, evals) ?? 0;
  return `${reviewScore} of 100, ${by}; plugin score ${score} with ${counted(evals, 'evaluation')}`;
}
