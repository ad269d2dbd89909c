import { contribute } from 'svc-registry/kernel';
import { searchFactsPoint } from './search-facts.js';

/** How often archives of a plugin, of whichever version, were handed out. */
export const DOWNLOADS = 'downloads';

export const downloads = contribute(searchFactsPoint, DOWNLOADS, {
  summary: 'How often it was downloaded, the most often first',
  type: 'integer',
  order: 'descending',
});
