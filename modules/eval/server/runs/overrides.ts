import type { EntityManager } from 'typeorm';
import type { CriterionScore } from '../../contract/run-view.js';
import { Cell, type CellScore } from '../cells/cell.entity.js';
import { shareOf } from '../../scoring/share.js';
import { ScoreOverride } from './switch.entity.js';

/**
 * Points that persons have changed. They lie over the scores of cells, which stay as they were made: another run that takes a result over
 * takes it without them.
 */
export class Overrides {
  readonly #byCell = new Map<string, Map<string, ScoreOverride>>();

  /** Of those of one criterion the last one counts. */
  constructor(overrides: readonly ScoreOverride[]) {
    for (const override of overrides) {
      const ofCell = this.#byCell.get(override.cellId) ?? new Map<string, ScoreOverride>();
      this.#byCell.set(override.cellId, ofCell.set(override.criterion, override));
    }
  }

  static async ofRun(manager: EntityManager, runId: string): Promise<Overrides> {
    const query = manager
      .createQueryBuilder(ScoreOverride, 'o')
      .innerJoin(Cell, 'c', 'c.id = o.cellId')
      .where('c.runId = :runId', { runId })
      .orderBy('o.createdAt')
      .addOrderBy('o.id');
    return new Overrides(await query.getMany());
  }

  /** The score of a cell as it counts; `null` if it has none. */
  applied({ id, scored }: Pick<Cell, 'id' | 'scored'>): CellScore | null {
    const overrides = this.#byCell.get(id);
    if (scored === null || overrides === undefined) return scored;
    const results = scored.results.map((result) => changed(result, overrides.get(result.name)));
    return { score: shareOf(results), results };
  }
}

function changed(result: CriterionScore, override: ScoreOverride | undefined): CriterionScore {
  if (override === undefined) return result;
  const { milliPoints, reason: reasoning } = override;
  const { score: overridden } = result;
  const score = pointsOf(milliPoints, result.maxScore);
  return { ...plain(result), score, by: 'person', reasoning, overridden };
}

/** All points stay all points, although points are stored in thousandths. */
const pointsOf = (milliPoints: number, most: number): number =>
  milliPoints > 0 && milliPoints === Math.round(most * 1000) ? most : milliPoints / 1000;

const plain = (result: Pick<CriterionScore, keyof CriterionScore>) => ({ ...result });
