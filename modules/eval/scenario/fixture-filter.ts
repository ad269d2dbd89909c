import ignore from 'ignore';
import type { Fixture } from './scenario.js';

/** Whether an entry of a fixture's folder is put down; a folder's path ends with `/`, and what is below a folder that is not is not either. */
export type FixtureFilter = (path: string) => boolean;

/** By the patterns of the fixture. Version control itself is never put down: it would tell the solution. */
export function fixtureFilter({
  include,
  exclude,
}: Pick<Fixture, 'include' | 'exclude'>): FixtureFilter {
  const excluded = ignore({ ignorecase: false }).add(['.git', ...exclude]);
  if (include === undefined) return (path) => !excluded.ignores(path);
  const included = ignore({ ignorecase: false }).add([...include]);
  // files are included, and with them the folders on the way
  return (path) => !excluded.ignores(path) && (path.endsWith('/') || included.ignores(path));
}
