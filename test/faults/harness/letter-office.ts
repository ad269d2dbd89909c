import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TestDatabase } from '../../contract/databases.js';
import type { RunOptions, Started } from '../../e2e/program.js';
import { until } from '../../until.js';
import { CrashingRegistry } from './crashing-registry.js';
import { wait } from './rounds.js';
import { rowsOf } from './stored.js';

export interface LetterRow {
  readonly id: string;
  readonly state: string;
  readonly attempt: number;
  readonly failures: number;
}

type Env = NonNullable<RunOptions['env']>;

const PACKAGE = 'svc-module-letters';

/** A server with the module of `test/fixtures/modules/letters`, and the process that carries its letters: itself on SQLite, else a worker. */
export class LetterOffice {
  #worker: Started | undefined;

  private constructor(
    readonly registry: CrashingRegistry,
    private readonly env: Env,
  ) {}

  /** Nobody carries letters yet, where there is a worker to do it. */
  static async open(
    database: TestDatabase,
    env: Env = {},
    { leaseSeconds }: { readonly leaseSeconds?: number } = {},
  ): Promise<LetterOffice> {
    const registry = await CrashingRegistry.open(database);
    const packages = join(registry.location.dataDir, 'node_modules', PACKAGE);
    await mkdir(packages, { recursive: true });
    await cp(resolve('test/fixtures/modules/letters'), packages, { recursive: true });
    if (leaseSeconds !== undefined) await setLease(packages, leaseSeconds);
    await writeFile(
      join(registry.location.dataDir, 'config.json'),
      JSON.stringify({ modules: [PACKAGE] }),
    );
    const office = new LetterOffice(registry, env);
    await registry.kill();
    await office.#serve();
    return office;
  }

  get #alone(): boolean {
    return this.registry.location.engine === 'sqlite';
  }

  /** Sends letters whose first attempt takes so long; answers their ids. */
  async send(...ms: readonly number[]): Promise<string[]> {
    const sent = ms.map(async (each) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${this.registry.origin}/experimental/letters`, {
        method: 'POST',
        headers,
        body: `{"ms":${each}}`,
      });
      if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
      return ((await response.json()) as { data: { id: string } }).data.id;
    });
    return Promise.all(sent);
  }

  /** Starts the process that carries letters. It lives until it is killed, or dies at the fault point that `env` names. */
  async startCarrier(env: Env = {}): Promise<void> {
    if (this.#alone) return this.#serve(env);
    this.#worker = await this.worker(env);
  }

  /** One more worker. */
  worker(env: Env = {}): Promise<Started> {
    return this.registry.program.work(['--concurrency', '5'], { env });
  }

  /** Freezes a process between its transactions: in one it would hold locks, for which whoever takes over waits. PostgreSQL only. */
  async freeze({ child }: Started): Promise<void> {
    child.kill('SIGSTOP');
    while (await this.#isLocked()) {
      child.kill('SIGCONT');
      await wait(20);
      child.kill('SIGSTOP');
    }
  }

  async #isLocked(): Promise<boolean> {
    const locks = await rowsOf(
      this.registry.location,
      `SELECT 1 FROM pg_locks JOIN pg_class ON pg_class.oid = relation
        WHERE relnamespace::regnamespace::text LIKE current_schema() || '%' AND mode <> 'AccessShareLock'`,
    );
    return locks.length > 0;
  }

  async killCarrier(): Promise<void> {
    if (this.#alone) return this.registry.kill();
    this.#worker?.child.kill('SIGKILL');
    await this.carrierDied();
  }

  /** Asks all processes to end, as a service manager does; answers their exit codes, 137 for one that had to be killed after `ms`. */
  async stop(ms = 20_000): Promise<number[]> {
    const worker = this.#worker;
    worker?.child.kill('SIGTERM');
    const timeLimit = setTimeout(() => worker?.child.kill('SIGKILL'), ms);
    const ended = await Promise.all([
      this.registry.stop(ms),
      ...(worker === undefined ? [] : [worker.finished]),
    ]);
    clearTimeout(timeLimit);
    return ended.map(({ code }) => code);
  }

  async carrierDied(): Promise<void> {
    await (this.#alone ? this.registry.died() : this.#worker?.finished);
  }

  runs(): Promise<LetterRow[]> {
    return rowsOf<LetterRow>(
      this.registry.location,
      'SELECT id, state, attempt, failures FROM letters_runs',
    );
  }

  /** Ids of the letters that were delivered, one for each delivery. */
  async deliveries(): Promise<string[]> {
    const rows = await rowsOf<{ run_id: string }>(
      this.registry.location,
      'SELECT run_id FROM letters_deliveries',
    );
    return rows.map((row) => row.run_id);
  }

  /** Waits until it is so of the runs. That it never becomes so is found by the test's own time limit. */
  until(look: (runs: ReadonlyMap<string, LetterRow>) => boolean): Promise<Map<string, LetterRow>> {
    return until(async () => {
      const runs = new Map((await this.runs()).map((run) => [run.id, run]));
      return look(runs) && runs;
    });
  }

  async close(): Promise<void> {
    await this.registry.close();
  }

  /** Starts all processes again. */
  async start(env: Env = {}): Promise<void> {
    await this.#serve(env);
    if (!this.#alone) await this.startCarrier(env);
  }

  async #serve(env: Env = {}): Promise<void> {
    await this.registry.start({
      SVC_JOB_CONCURRENCY: this.#alone ? '5' : '0',
      ...this.env,
      ...env,
    });
  }
}

/** Every process that knows the kind has to go by the same lease. */
async function setLease(module: string, seconds: number): Promise<void> {
  for (const name of ['module.js', 'manifest.json']) {
    const file = join(module, name);
    const before = await readFile(file, 'utf8');
    const after = before.replace(
      /(leaseSeconds"?: )1\b/,
      (_all, key: string) => `${key}${seconds}`,
    );
    if (after === before) throw new Error(`${file} names no lease of a second`);
    await writeFile(file, after);
  }
}
