import type { Database, Statement } from 'sqlite3';

/** The statements that one connection of the `sqlite3` package keeps prepared; the package prepares any other text anew for each call. */
export class PreparedReads {
  readonly #statements = new Map<string, Promise<Statement>>();

  constructor(private readonly connection: Database) {}

  async all<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const statement = await this.#statement(sql);
    return new Promise((resolve, reject) => {
      statement.all<Row>(parameters, (error, rows) => {
        if (error === null) resolve(rows);
        else reject(error);
      });
    });
  }

  /** A connection with open statements cannot be closed. */
  async close(): Promise<void> {
    for (const statement of this.#statements.values())
      await statement.then((one) => one.finalize()).catch(() => undefined);
  }

  #statement(sql: string): Promise<Statement> {
    const statement = this.#statements.get(sql) ?? this.#prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #prepare(sql: string): Promise<Statement> {
    return new Promise((resolve, reject) => {
      const statement = this.connection.prepare(sql, (error: Error | null) => {
        if (error === null) {
          resolve(statement);
          return;
        }
        this.#statements.delete(sql);
        reject(error);
      });
    });
  }
}
