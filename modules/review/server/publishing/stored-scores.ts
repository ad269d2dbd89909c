import { buildExtension, extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { IsNull, Not } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { searchFactsKey, type SearchFacts } from '../../../registry/contract/search-facts.js';
import { evaluationsPoint, type CountedVersion } from '../../contract/evaluations.js';
import { SCORE, SCORE_RANGE, type PluginScores } from '../../contract/search-facts.js';
import { tileScoreOf } from '../../quality/score.js';
import { ReviewRun } from '../runs/review-run.entity.js';
import { scoreRangeOf } from './score-range.js';

/** Writes the scores of versions for searches, in the unit of work that is going on. */
@injectable()
export class StoredScores implements PluginScores {
  constructor(
    @inject(searchFactsKey) private readonly facts: SearchFacts,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(extensionsKey) private readonly extensions: Extensions,
  ) {}

  async evaluated(versionId: string, evals: number): Promise<void> {
    await this.unitOfWork.run(async (manager) => {
      const reviewed = await manager.findOne(ReviewRun, {
        where: { versionId, type: 'quality', state: 'completed', reviewScore: Not(IsNull()) },
        // a judge comes after the review without a model, maybe within the same millisecond
        order: { createdAt: 'DESC', model: { direction: 'DESC', nulls: 'LAST' } },
      });
      await this.#put(versionId, tileScoreOf(reviewed?.reviewScore ?? null, evals));
    });
  }

  /** A review of a version has ended with this score. */
  async reviewed({ versionId, subject }: ReviewRun, reviewScore: number | null): Promise<void> {
    if (versionId === null || subject.type !== 'tile_skill') return;
    const semver = subject.tileRef.slice(subject.tileRef.lastIndexOf('@') + 1);
    const evals = await this.#evals({ id: versionId, semver });
    await this.#put(versionId, tileScoreOf(reviewScore, evals));
  }

  async #put(versionId: string, score: number | null): Promise<void> {
    await this.facts.putOfVersion(versionId, {
      [SCORE]: score,
      [SCORE_RANGE]: score === null ? null : scoreRangeOf(score),
    });
  }

  async #evals(version: CountedVersion['version']): Promise<number> {
    let count = 0;
    for (const contribution of this.extensions.of(evaluationsPoint)) {
      const counts = await (await buildExtension(contribution)).countsOf([{ version }]);
      count += counts.get(version.id) ?? 0;
    }
    return count;
  }
}
