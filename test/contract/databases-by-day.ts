/**
 * Which databases suites try on every change. The nightly run tries everything on each; so does every run without PostgreSQL, on the only
 * database that there is.
 */
import { it } from '@jest/globals';
import { LONG } from '../faults/harness/rounds.js';
import {
  describeEachDatabase,
  describeOnPostgres,
  describeOnSqlite,
  type TestDatabase,
} from './databases.js';

type Engine = TestDatabase['engine'];

const SHARED = !LONG && process.env['SVC_TEST_POSTGRES_URL'] !== undefined;

/** What a suite tries one after the other: by day each database takes every other one, so that together they take all. */
export const shareOf = <T>(all: readonly T[], { engine }: { readonly engine: Engine }): T[] =>
  all.filter((_, index) => !SHARED || index % 2 === (engine === 'sqlite' ? 0 : 1));

/** `it` for what by day is tried on databases of this engine only. */
export const itByDayOn = (engine: Engine, database: { readonly engine: Engine }): typeof it =>
  SHARED && database.engine !== engine ? (it.skip as typeof it) : it;

/**
 * `it` for a suite whose tests need nothing of each other and depend little on the database: by day each database takes every other test, so
 * that together they take all. A table of cases is one test.
 */
export function itInTurn({ engine }: { readonly engine: Engine }): typeof it {
  let at = 0;
  const next = (): typeof it => {
    const isTaken = !SHARED || at % 2 === (engine === 'sqlite' ? 0 : 1);
    at += 1;
    return isTaken ? it : (it.skip as typeof it);
  };
  const taken: Pick<typeof it, 'each'> & ((...test: Parameters<typeof it>) => void) = Object.assign(
    (...test: Parameters<typeof it>) => {
      next()(...test);
    },
    { each: ((...table: Parameters<typeof it.each>) => next().each(...table)) as typeof it.each },
  );
  return taken as typeof it;
}

/** `describe` once for each database; by day for this engine only. For what depends little on it, such as journeys whose every request is tried on both in `test/contract/`. */
export const describeByDayOn = (
  engine: Engine,
  ...suite: Parameters<typeof describeEachDatabase>
): void => {
  if (!SHARED) describeEachDatabase(...suite);
  else if (engine === 'sqlite') describeOnSqlite(...suite);
  else describeOnPostgres(...suite);
};
