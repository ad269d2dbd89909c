type Callback = (this: unknown, error: Error | null, rows?: unknown) => void;
type Parameters = readonly unknown[];

/** A prepared statement of the `sqlite3` package, reduced to what is used here. */
interface Statement {
  all(parameters: Parameters, callback: Callback): void;
  run(parameters: Parameters, callback: Callback): void;
  finalize(): void;
}

/** A connection of the `sqlite3` package, reduced to what is used here. */
interface Connection {
  all(sql: string, ...rest: unknown[]): unknown;
  run(sql: string, ...rest: unknown[]): unknown;
  prepare(sql: string, callback: (this: Statement, error: Error | null) => void): unknown;
  close(callback?: (error: Error | null) => void): unknown;
}

type ConnectionClass = new (...parameters: unknown[]) => Connection;

const KEPT = 200;
/** Longer statements contain lists of values and are seldom repeated. */
const LONGEST = 4096;
// not PRAGMA, which may take effect when prepared; not RETURNING, which leaves unread rows
const worthKeeping = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b(?!.*\bRETURNING\b)/is;

/**
 * The package prepares each statement anew for each call, in a separate task of the thread pool. Connections of this
 * class keep prepared statements that have parameters, and bind new values to them.
 */
export function keepStatements(Base: ConnectionClass): ConnectionClass {
  return class KeepingConnection extends Base {
    /** Least recently used first. `undefined` while a statement is being prepared. */
    readonly #kept = new Map<string, Statement | undefined>();
    #closing = false;

    override all(sql: string, ...rest: unknown[]): unknown {
      return this.#runKept('all', sql, rest) ? this : super.all(sql, ...rest);
    }

    override run(sql: string, ...rest: unknown[]): unknown {
      return this.#runKept('run', sql, rest) ? this : super.run(sql, ...rest);
    }

    /** Finalizes the kept statements first: a database with open statements cannot be closed. */
    override close(callback?: (error: Error | null) => void): unknown {
      this.#closing = true;
      for (const sql of [...this.#kept.keys()]) this.#forget(sql);
      return super.close(callback);
    }

    /** False when the statement is not kept yet; then the package prepares one for this call. */
    #runKept(
      method: 'all' | 'run',
      sql: string,
      [parameters, callback]: readonly unknown[],
    ): boolean {
      // without new values a kept statement would reuse the previous ones
      if (!Array.isArray(parameters) || parameters.length === 0 || typeof callback !== 'function')
        return false;
      const statement = this.#kept.get(sql);
      if (statement === undefined) {
        this.#prepare(sql);
        return false;
      }
      this.#kept.delete(sql);
      this.#kept.set(sql, statement);
      const forget = () => {
        this.#forget(sql, statement);
      };
      statement[method](parameters, function (this: unknown, error, rows) {
        if (error !== null) forget();
        (callback as Callback).call(this, error, rows);
      });
      return true;
    }

    #prepare(sql: string): void {
      if (this.#closing || this.#kept.has(sql) || sql.length > LONGEST || !worthKeeping.test(sql))
        return;
      this.#kept.set(sql, undefined);
      const ready = (statement: Statement, error: Error | null) => {
        // the call that runs without a kept statement reports the error
        if (error !== null) this.#kept.delete(sql);
        else if (this.#closing) statement.finalize();
        else this.#keep(sql, statement);
      };
      this.prepare(sql, function (error) {
        ready(this, error);
      });
    }

    #keep(sql: string, statement: Statement): void {
      this.#kept.set(sql, statement);
      const [oldest] = this.#kept.keys();
      if (this.#kept.size > KEPT && oldest !== undefined) this.#forget(oldest);
    }

    #forget(sql: string, failed?: Statement): void {
      const statement = this.#kept.get(sql);
      if (failed !== undefined && statement !== failed) return;
      this.#kept.delete(sql);
      statement?.finalize();
    }
  };
}
