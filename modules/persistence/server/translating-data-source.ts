import {
  DataSource,
  EntityManager,
  InstanceChecker,
  type DataSourceOptions,
  type DeleteResult,
  type QueryRunner,
  type UpdateResult,
} from 'typeorm';
import { SnakeCaseNames } from './snake-case-names.js';

/** Translates a driver's error into an error for users, or returns it unchanged. */
export type TranslateError = (error: unknown) => unknown;

/** Options that every DataSource of the product shares. */
export const commonOptions = {
  namingStrategy: new SnakeCaseNames(),
  // otherwise `findOneBy({ token: undefined })` returns the first row of the table
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

  override createEntityManager(runner?: QueryRunner): EntityManager {
    return new CarefulEntityManager(this, runner);
  }

  override createQueryRunner(mode?: 'master' | 'slave'): QueryRunner {
    // eslint-disable-next-line no-restricted-properties -- the unit of work is built on it
    const runner = super.createQueryRunner(mode);
    // on SQLite TypeORM returns the same runner each time
    if (this.#seen.has(runner)) return runner;
    this.#seen.add(runner);
    interceptQueries(runner, async (run, { values }) => {
      requireValues(values);
      try {
        return await run();
      } catch (error) {
        throw this.#translate(error);
      }
    });
    return runner;
  }
}

const isPlainObject = (value: unknown): boolean =>
  Object.prototype.toString.call(value) === '[object Object]' &&
  !InstanceChecker.isFindOperator(value);

/** Refuses conditions that TypeORM would ignore: an empty object instead of a value would change every row. */
class CarefulEntityManager extends EntityManager {
  override update(...parameters: Parameters<EntityManager['update']>): Promise<UpdateResult> {
    requirePlainValues(parameters[1]);
    return super.update(...parameters);
  }

  override delete(...parameters: Parameters<EntityManager['delete']>): Promise<DeleteResult> {
    requirePlainValues(parameters[1]);
    return super.delete(...parameters);
  }
}

function requirePlainValues(conditions: unknown): void {
  for (const [column, value] of Object.entries(conditions ?? {})) {
    if (isPlainObject(value)) throw new TypeError(`The condition on "${column}" is an object.`);
  }
}

/** A missing value must not be treated as NULL, nor an object as its text. */
function requireValues(values: unknown): void {
  if (!Array.isArray(values)) return;
  const at = values.findIndex((value) => value === undefined || isPlainObject(value));
  if (at >= 0)
    throw new TypeError(
      `Value ${at + 1} of a statement is ${values[at] === undefined ? 'undefined' : 'an object'}.`,
    );
}

interface Statement {
  readonly text: string;
  readonly values: unknown;
}

/** Lets `around` decide when and how each statement of the runner runs. */
export function interceptQueries(
  runner: QueryRunner,
  around: (run: () => Promise<unknown>, statement: Statement) => Promise<unknown>,
): void {
  const query = runner.query.bind(runner) as (...statement: unknown[]) => Promise<unknown>;
  runner.query = ((...statement: unknown[]) => {
    const [text, values] = statement;
    return around(() => query(...statement), { text: String(text), values });
  }) as QueryRunner['query'];
}
