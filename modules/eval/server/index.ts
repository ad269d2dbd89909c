import { defineFacet, provide } from 'svc-registry/kernel';
import { cellEndsKey } from './cells/cell-ends.js';
import { StoredCellEnds } from './runs/cell-ends.js';

export default defineFacet({
  provides: [provide(cellEndsKey, StoredCellEnds)],
});
