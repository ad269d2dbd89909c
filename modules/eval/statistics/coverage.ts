import type { CoverageView } from '../contract/run-view.js';
import type { MeasuredCell } from './summarise.js';

export function coverageOf(
  cells: readonly Pick<MeasuredCell, 'score' | 'why' | 'retries'>[],
): CoverageView {
  const why = new Map<string, number>();
  for (const cell of cells) if (cell.why !== null) why.set(cell.why, (why.get(cell.why) ?? 0) + 1);
  return {
    cells: cells.length,
    scored: cells.filter(({ score }) => score !== null).length,
    void: cells.filter((cell) => cell.why !== null).length,
    retries: cells.reduce((sum, { retries }) => sum + retries, 0),
    why: Object.fromEntries([...why].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}
