import { nothingToInstall } from '../../../contract/source-errors.js';
import type { Catalogue } from './catalogue.js';

/** The error for a source of which nothing is installed unless it is named. */
export function nothingIn(catalogue: Catalogue): Error {
  const { name, bad, plugins, skills } = catalogue;
  return nothingToInstall({
    source: name,
    bad: bad.map(({ folder, why }) => `${folder === '' ? '.' : folder} (${why})`),
    withheld: [...plugins, ...skills].map((part) => part.name),
  });
}
