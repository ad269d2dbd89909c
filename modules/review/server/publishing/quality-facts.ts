import { inject, injectable } from 'tsyringe';
import type { FactsRequest, VersionFacts } from '../../../registry/contract/version-facts.js';
import { tileScoreOf } from '../../quality/score.js';
import { VersionResultsReader, type QualityRun } from './version-results.js';

type Fact = Readonly<Record<string, unknown>>;

/** How good the skills of versions are: the newest result of their quality reviews, with the engine that gave it. */
@injectable()
export class QualityFacts implements VersionFacts {
  constructor(@inject(VersionResultsReader) private readonly results: VersionResultsReader) {}

  async of({ versions, whole }: FactsRequest): Promise<ReadonlyMap<string, Fact>> {
    const results = await this.results.of(versions);
    const facts = [...results].flatMap(([id, { quality }]) =>
      quality === undefined ? [] : [[id, factOf(quality, whole)] as const],
    );
    return new Map(facts);
  }
}

function factOf(run: QualityRun, whole: boolean): Fact {
  const { id: reviewRunId, state: status, reviewScore, engine, finishedAt, error } = run;
  const fact = {
    status,
    reviewScore,
    tileScore: tileScoreOf(reviewScore),
    engine: engine && { name: engine.name, ruleset: engine.ruleset, model: engine.model },
  };
  if (!whole) return fact;
  const reviewedAt = finishedAt?.toISOString() ?? null;
  return { ...fact, text: textOf(run), reviewRunId, reviewedAt, failureReason: error };
}

function textOf({ state, reviewScore, engine, error }: QualityRun): string {
  if (state === 'failed') return `not reviewed: ${error ?? 'the review failed'}`;
  if (state !== 'completed') return state;
  if (reviewScore === null) return 'no score';
  const by = engine?.model === undefined ? 'without a model' : `by ${engine.model}`;
  return `${reviewScore} of 100, ${by}; plugin score ${tileScoreOf(reviewScore) ?? 0}`;
}
