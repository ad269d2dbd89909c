import type { Renderer } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import type { ReindexView } from '../contract/reindex.js';

export const reindexText: Renderer<ReindexView> = ({ state, done }) =>
  state === 'completed'
    ? `The search index was rebuilt: ${counted(done, 'plugin')}.`
    : 'The server rebuilds the search index when it starts again; searches keep working meanwhile. Its log reports when it is done.';
