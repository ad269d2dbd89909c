import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLocation, TestDatabase } from '../../contract/databases.js';
import { changeRows } from '../../e2e/registry-server.js';

interface Machine {
  /** By how much its clock differs from the others. */
  readonly seconds?: number;
  /** Version of its zone data, if it is not that of Node.js. */
  readonly zoneData?: string;
}

/** Loaded into a process before its own code. A clock that jumps moves all that a process measures time with; its timers run on. */
const code = (file: string, { seconds = 0, zoneData }: Machine): string => `
  import { readFileSync } from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const ahead = () => Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
  const [D, elapsed] = [Date, performance.now.bind(performance)];
  const now = () => Math.round(D.now() + ahead() + ${seconds * 1000});
  globalThis.Date = class extends D {
    constructor(...parts) { parts.length === 0 ? super(now()) : super(...parts); }
    static now() { return now(); }
  };
  performance.now = () => elapsed() + ahead();
  const tz = ${JSON.stringify(zoneData)} ?? process.versions.tz;
  Object.defineProperty(process, 'versions', { value: { ...process.versions, tz } });
  syncBuiltinESMExports();`;

/** The time of processes and of their database, which a test moves on: nobody waits for the next minute. */
export class TestClock {
  #ahead = 0;

  private constructor(
    private readonly folder: string,
    private readonly schema: string | undefined,
  ) {}

  /** The time of this database, and the place that follows it. */
  static async of(database: TestDatabase): Promise<readonly [TestClock, DatabaseLocation]> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-clock-'));
    const location = await database.create();
    if (location.engine === 'sqlite') {
      const clock = new TestClock(folder, undefined);
      await clock.#set(location, 0);
      return [clock, location];
    }
    const url = new URL(location.url);
    // they end with the search path, which is one schema
    const options = url.searchParams.get('options')!;
    const schema = `${options.slice(options.lastIndexOf('=') + 1)}_clock`;
    // its function is found before that of PostgreSQL
    url.searchParams.set('options', `${options},${schema},pg_catalog`);
    await changeRows(location, `CREATE SCHEMA ${schema}`);
    const clock = new TestClock(folder, schema);
    await clock.#set(location, 0);
    const env = { ...location.env, SVC_DATABASE_URL: url.href };
    return [clock, { ...location, url: url.href, env }];
  }

  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  /** The settings of a process on a machine of this time. */
  on(machine: Machine): { readonly NODE_OPTIONS: string } {
    const script = encodeURIComponent(code(this.#file, machine));
    return { NODE_OPTIONS: `--import=data:text/javascript,${script}` };
  }

  async goTo(time: Date, location: DatabaseLocation): Promise<void> {
    await this.#set(location, time.getTime() - Date.now());
  }

  async close(location: DatabaseLocation): Promise<void> {
    if (this.schema !== undefined)
      await changeRows(location, `DROP SCHEMA IF EXISTS ${this.schema} CASCADE`);
    await rm(this.folder, { recursive: true, force: true });
  }

  get #file(): string {
    return join(this.folder, 'ahead');
  }

  async #set(location: DatabaseLocation, ahead: number): Promise<void> {
    // renamed, because processes read it at any moment
    await writeFile(`${this.#file}.new`, String(ahead));
    await rename(`${this.#file}.new`, this.#file);
    // afterwards: a process that sets its clock in between is late, but never early
    if (this.schema !== undefined)
      await changeRows(
        location,
        `CREATE OR REPLACE FUNCTION ${this.schema}.clock_timestamp() RETURNS timestamptz LANGUAGE sql
          AS 'SELECT pg_catalog.clock_timestamp() + interval ''${ahead} milliseconds'''`,
      );
    this.#ahead = ahead;
  }
}
