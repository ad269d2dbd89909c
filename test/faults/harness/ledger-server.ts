import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from '@jest/globals';
import type { DatabaseLocation, TestDatabase } from '../../contract/databases.js';
import { openProgram, type Finished, type Program } from '../../e2e/program.js';
import { changeRows } from '../../e2e/registry-server.js';
import { rowsOf } from './stored.js';

const FIXTURE = resolve('test/fixtures/modules/ledger');
const PACKAGE = 'svc-module-ledger';
export const NEWEST = 5;

/** What the tables of the module hold, as far as its migrations and rows are concerned. */
export interface LedgerState {
  /** How many of its migrations are recorded. */
  readonly applied: number;
  readonly entries: number;
  readonly sum: number;
  readonly lines: number;
  /** Rows whose note the third migration has marked. */
  readonly marked: number;
  readonly coloured: boolean;
  readonly total: number | undefined;
}

/** The built programs beside a data folder whose configuration names a module with tables of its own. */
export class LedgerServer {
  private constructor(
    readonly program: Program,
    private readonly database: TestDatabase,
  ) {}

  static async open(database: TestDatabase): Promise<LedgerServer> {
    return new LedgerServer(await openProgram(), database);
  }

  /** An empty place with the module. */
  async location(known = NEWEST): Promise<DatabaseLocation> {
    const location = await this.database.create();
    await this.install(location, known);
    return location;
  }

  /** The version of the module that knows so many of its migrations. */
  async install({ dataDir }: DatabaseLocation, known: number): Promise<void> {
    const folder = join(dataDir, 'node_modules', PACKAGE);
    await mkdir(folder, { recursive: true });
    await cp(FIXTURE, folder, { recursive: true });
    await writeFile(join(folder, 'version.js'), `export const known = ${known};\n`);
    await writeFile(join(dataDir, 'config.json'), JSON.stringify({ modules: [PACKAGE] }));
  }

  /** Rows of a server that has run for a while. */
  async fill(location: DatabaseLocation, entries: number): Promise<void> {
    await this.serveOnce(location);
    const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${entries})`;
    await changeRows(
      location,
      `INSERT INTO ledger_entry (id, amount, note) ${numbers} SELECT i, i * 3, 'entry ' || i FROM n`,
    );
    await changeRows(
      location,
      `INSERT INTO ledger_line (id, entry_id) ${numbers} SELECT i, i FROM n WHERE i % 2 = 0`,
    );
  }

  /** Starts a server, waits until it is ready and stops it. Answers what it has printed. */
  async serveOnce(location: DatabaseLocation): Promise<string> {
    const server = await this.program.serve([], { env: location.env });
    const { code, stdout, stderr } = await server.stop();
    expect(code).toBe(0);
    return stdout + stderr;
  }

  run(location: DatabaseLocation, args: readonly string[], fault?: string): Promise<Finished> {
    return this.program.run(args, { env: { ...location.env, SVC_FAULT: fault } });
  }

  /** Runs a command until it is killed, by itself at a fault point or from outside after so many milliseconds. */
  async killed(
    location: DatabaseLocation,
    args: readonly string[],
    how: string | number,
  ): Promise<Finished> {
    const started = this.program.start(args, {
      input: '',
      env: { ...location.env, SVC_FAULT: typeof how === 'string' ? how : undefined },
    });
    const timer =
      typeof how === 'number' ? setTimeout(() => started.child.kill('SIGKILL'), how) : undefined;
    const finished = await started.finished;
    clearTimeout(timer);
    return finished;
  }

  /** `undefined` when there are no tables of the module. */
  async state(location: DatabaseLocation): Promise<LedgerState | undefined> {
    if (location.engine === 'sqlite' && !existsSync(join(location.dataDir, 'registry.db')))
      return undefined;
    const one = async (statement: string): Promise<number | undefined> => {
      const rows = await rowsOf<{ value: number | string | null }>(location, statement).catch(
        () => undefined,
      );
      return rows === undefined ? undefined : Number(rows[0]?.value);
    };
    const applied = await one(
      `SELECT count(*) AS value FROM svc_migrations WHERE module = 'ledger'`,
    );
    if (applied === undefined || applied === 0) return undefined;
    return {
      applied,
      entries: (await one('SELECT count(*) AS value FROM ledger_entry')) ?? -1,
      sum: (await one('SELECT sum(amount) AS value FROM ledger_entry')) ?? -1,
      lines:
        (await one(
          'SELECT count(*) AS value FROM ledger_line l JOIN ledger_entry e ON e.id = l.entry_id',
        )) ?? -1,
      marked:
        (await one(
          `SELECT count(*) AS value FROM ledger_entry WHERE note LIKE '%!' AND note NOT LIKE '%!!'`,
        )) ?? -1,
      coloured:
        (await one(`SELECT count(*) AS value FROM ledger_entry WHERE colour = 'red'`)) !==
        undefined,
      total: await one('SELECT amount AS value FROM ledger_total'),
    };
  }

  close(): Promise<void> {
    return this.program.close();
  }
}

/** What has to be there when so many migrations are recorded. */
export function expectedState(applied: number, entries: number): LedgerState {
  const sum = (3 * entries * (entries + 1)) / 2;
  return {
    applied,
    entries,
    sum,
    lines: Math.floor(entries / 2),
    marked: applied >= 3 ? entries : 0,
    coloured: applied >= 2,
    total: applied >= 5 ? sum : undefined,
  };
}
