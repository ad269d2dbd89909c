import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import type { FactsRequest, VersionFacts } from '../../../registry/contract/version-facts.js';
import { tileScoreOf } from '../../quality/score.js';
import { VersionResultsReader, type QualityRun } from './version-results.js';

type Fact = Readonly<Record<string, unknown>>;

/** How good the skills of versions are: the newest result of their quality reviews, with the engine that gave it. */
@injectable()
export class QualityFacts implements VersionFacts {
  constructor(
    @inject(VersionResultsReader) private readonly results: VersionResultsReader,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async of(request: FactsRequest): Promise<ReadonlyMap<string, Fact>> {
    const results = await this.results.of(request.versions);
    const runs = [...results].flatMap(([id, { quality }]) =>
      quality === undefined ? [] : [[id, quality] as const],
    );
    if (!request.whole) return new Map(runs.map(([id, run]) => [id, summaryOf(run)]));
    const isFailed = runs.some(([, { error }]) => error !== null);
    const own = isFailed ? await this.#ownVersions(request) : new Set<string>();
    return new Map(
      runs.map(([id, run]) => [id, factOf(own.has(id) ? run : { ...run, error: null })]),
    );
  }

  /** Ids of the versions of the viewer's workspaces: why a review failed tells of the credits and the model of a workspace. */
  async #ownVersions({ versions, viewer }: FactsRequest): Promise<ReadonlySet<string>> {
    const workspaces = await this.workspaces.visibleTo(viewer);
    const own = versions.filter(({ tile }) => workspaces.includes(tile.workspaceId));
    return new Set(own.map(({ version }) => version.id));
  }
}

function summaryOf({ state: status, reviewScore, engine }: QualityRun): Fact {
  const tileScore = tileScoreOf(reviewScore);
  return {
    status,
    reviewScore,
    tileScore,
    ...(tileScore !== null && { label: `score ${tileScore}` }),
    engine: engine && { name: engine.name, ruleset: engine.ruleset, model: engine.model },
  };
}

function factOf(run: QualityRun): Fact {
  const { id: reviewRunId, finishedAt, error: failureReason } = run;
  const reviewedAt = finishedAt?.toISOString() ?? null;
  return { ...summaryOf(run), text: textOf(run), reviewRunId, reviewedAt, failureReason };
}

function textOf({ state, reviewScore, engine, error }: QualityRun): string {
  if (state === 'failed') return ['not reviewed', ...(error === null ? [] : [error])].join(': ');
  if (state !== 'completed') return state;
  if (reviewScore === null) return 'no score';
  const by = engine?.model === undefined ? 'without a model' : `by ${engine.model}`;
  return `${reviewScore} of 100, ${by}; plugin score ${tileScoreOf(reviewScore) ?? 0}`;
}
