import { defineFacet, provide } from 'svc-registry/kernel';
import { cellEndsKey } from './cells/cell-ends.js';
import { scorerKey } from './cells/scorer.js';
import { StoredCellEnds } from './runs/cell-ends.js';
import { SolutionScorer } from './scoring/solution-scorer.js';

export default defineFacet({
  provides: [provide(cellEndsKey, StoredCellEnds), provide(scorerKey, SolutionScorer)],
});
