import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { SnakeCaseNames } from './snake-case-names.js';

/** Turns what a driver throws into an error for people, or answers it unchanged. */
export type TranslateError = (error: unknown) => unknown;

/** Options that every DataSource of the product shares. */
export const commonOptions = {
  namingStrategy: new SnakeCaseNames(),
  // otherwise `findOneBy({ token: undefined })` answers the first row of the table
  invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
  synchronize: false,
  logging: false,
} as const;

/** A DataSource whose query runners throw translated errors. */
export class TranslatingDataSource extends DataSource {
  readonly #translate: TranslateError;
  readonly #seen = new WeakSet<QueryRunner>();

  constructor(options: DataSourceOptions, translate: TranslateError) {
    super(options);
    this.#translate = translate;
  }

  override createQueryRunner(mode?: 'master' | 'slave'): QueryRunner {
    // eslint-disable-next-line no-restricted-properties -- what the unit of work is made of
    const runner = super.createQueryRunner(mode);
    // on SQLite it is the same runner again and again
    if (this.#seen.has(runner)) return runner;
    this.#seen.add(runner);
    interceptQueries(runner, async (run) => {
      try {
        return await run();
      } catch (error) {
        throw this.#translate(error);
      }
    });
    return runner;
  }
}

/** Lets `around` decide when and how each statement of the runner runs. */
export function interceptQueries(runner: QueryRunner, around: (run: () => Promise<unknown>) => Promise<unknown>): void {
  const query = runner.query.bind(runner) as (...statement: unknown[]) => Promise<unknown>;
  runner.query = ((...statement: unknown[]) => around(() => query(...statement))) as QueryRunner['query'];
}
