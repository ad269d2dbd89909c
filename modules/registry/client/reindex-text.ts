import type { Renderer } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import type { ReindexView } from '../contract/reindex.js';

export const reindexText: Renderer<ReindexView> = ({ state, done }) =>
  state === 'completed'
    ? `The search index is rebuilt: ${counted(done, 'plugin')}.`
    : 'The server rebuilds the search index as soon as it runs again; searches go on meanwhile. Its log says when it is done.';
