import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { bundleOf } from '../../contract/review/review-host.js';
import type { TestDatabase } from '../../contract/databases.js';
import type { RunOptions } from '../../e2e/program.js';
import { changeRows } from '../../e2e/registry-server.js';
import { Inbox } from '../../inbox.js';
import { GitServer } from '../../network/git-server.js';
import { until } from '../../until.js';
import { CrashingRegistry } from './crashing-registry.js';
import { isBrokenConnection } from './ledger.js';
import { rowsOf } from './stored.js';

const LONG_AGO = `'2020-01-01T00:00:00.000Z'`;
const SCENARIOS = 4;
const PRICE = 2;

const criteria = JSON.stringify({
  context: 'Files',
  type: 'weighted_checklist',
  checklist: [
    {
      name: 'File',
      description: 'out.txt is there',
      max_score: 1,
      check: { type: 'file', path: 'out.txt' },
    },
  ],
});
/** What the scripted agent does for each task. */
const COMMAND = 'sleep 0.1; echo done > out.txt';
const taskOf = (run: string): string =>
  `Write out.txt.\n\n\`\`\`script\n${JSON.stringify([{ run }])}\n\`\`\`\n`;

/** What a run is besides the scenarios of these tests. */
interface Asked {
  /** Its scenarios begin with a commit that was never fetched. */
  readonly fresh?: boolean;
  /** What the agent does. */
  readonly command?: string;
  /** Variables of an environment that is made for it. */
  readonly entries?: Readonly<Record<string, string>>;
}

type Env = NonNullable<RunOptions['env']>;

interface RunRow {
  readonly id: string;
  readonly state: string;
  readonly cells: number;
  readonly open: number;
  readonly credits: number;
}

/** A server with evaluations of the scripted agent, which works on the cells itself, and its mail server. */
export class EvalServer {
  /** Runs whose start was acknowledged, and those of them whose cancelling was asked for. */
  readonly started = new Set<string>();
  readonly cancelled = new Set<string>();
  /** Jobs that were worked on when the process died. */
  readonly #running = new Set<string>();

  private constructor(
    readonly registry: CrashingRegistry,
    readonly inbox: Inbox,
    private readonly git: GitServer,
    private readonly parts: { readonly env: Env; readonly session: string },
  ) {}

  static async open(database: TestDatabase): Promise<EvalServer> {
    // programs in the sandbox reach 127.0.0.1 without its proxy
    const git = await GitServer.start({ host: '127.0.0.2' });
    const inbox = await Inbox.open();
    const env = {
      ...inbox.env(),
      SVC_SECRET_KEY: randomBytes(32).toString('base64'),
      SVC_RATE_LIMITS: 'all=off',
      SVC_OUTBOUND_ALLOW: git.origin,
    };
    const registry = await CrashingRegistry.open(database, { env });
    const { stdout } = await registry.program.run(['auth', 'token']);
    return new EvalServer(registry, inbox, git, { env, session: stdout.trim() });
  }

  /** Sends scenarios; answers the id of the bundle, or `undefined` when no answer came. */
  async #send(command: string, fixture?: object): Promise<string | undefined> {
    const files = Object.fromEntries(
      Array.from({ length: SCENARIOS }, (_, at) => `scenarios/number-${at}`).flatMap((folder) => [
        [`${folder}/task.md`, taskOf(command)],
        [`${folder}/criteria.json`, criteria],
        ...(fixture ? [[`${folder}/scenario.json`, JSON.stringify({ fixture })]] : []),
      ]),
    ) as Record<string, string>;
    const body = Buffer.from(await bundleOf(files));
    const answer = await this.#post('eval-bundles?workspace=acme', body, 'application/gzip');
    return answer?.['bundleId'];
  }

  /** Starts a run, and answers its id. */
  async begin({ fresh = false, command = COMMAND, entries }: Asked = {}): Promise<
    string | undefined
  > {
    const bundle = await this.#send(command, fresh ? await this.#commit() : undefined);
    if (bundle === undefined) return undefined;
    const made = { workspace: 'acme', forRun: true, entries };
    const environment = entries && (await this.#post('environments', JSON.stringify(made)))?.['id'];
    const run = { workspace: 'acme', agent: 'scripted', bundle, force: true, environment };
    const id = (await this.#post('eval-runs-v2', JSON.stringify(run)))?.['evalRunId'];
    if (id !== undefined) this.started.add(id);
    return id;
  }

  /** What the server answers to a request for a run, its cells or its report. */
  async look(path: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.parts.session}` };
    const answer = await fetch(`${this.origin}/experimental/eval-runs-v2/${path}`, { headers });
    expect(answer.status).toBe(200);
    return answer.text();
  }

  get origin(): string {
    return this.registry.origin;
  }

  async cancel(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    this.cancelled.add(id);
    await this.#post(`eval-runs-v2/${id}/cancel`, '{}');
  }

  /** The server ends as by a crash. */
  async kill(): Promise<void> {
    await this.registry.kill();
    await this.#noteRunning();
  }

  /** Until the server has died by itself. */
  async died(): Promise<void> {
    await this.registry.died();
    await this.#noteRunning();
  }

  /** Starts the server, which dies at `fault`. */
  async start(fault = ''): Promise<void> {
    if (this.registry.runs) await this.kill();
    // as if the minute of the dead one's leases were over
    for (const table of ['eval_cell_jobs', 'eval_prepare_jobs'])
      await this.#change(`${table} SET lease_until = ${LONG_AGO} WHERE state = 'running'`);
    await this.registry.start({ ...this.parts.env, SVC_FAULT: fault });
  }

  /** Waits until every run is over, and expects each to have ended once: in its cells, its charge and its mail. */
  async judge(): Promise<void> {
    const runs = await until(async () => {
      await this.#change(`eval_cell_jobs SET available_at = ${LONG_AGO} WHERE state = 'queued'`);
      await this.#change(`eval_prepare_jobs SET available_at = ${LONG_AGO} WHERE state = 'queued'`);
      const all = await this.#rows<RunRow>('SELECT id, state, cells, open, credits FROM eval_runs');
      return all.every(({ open }) => open === 0) && all;
    });
    const ids = runs.map(({ id }) => id);
    expect([...this.started].filter((id) => !ids.includes(id))).toEqual([]);
    expect(runs.filter((run) => this.#isWrong(run))).toEqual([]);
    await this.#judgeCells();
    await this.#judgeCharges(runs);
    expect(await this.#rows('SELECT id FROM mail_runs')).toHaveLength(runs.length);
  }

  /** Every row of the tables that a run writes to. */
  async dump(): Promise<string> {
    const tables = ['eval_runs', 'eval_scenarios', 'eval_cells', 'eval_cell_jobs', 'audit_events'];
    const rows: unknown[] = [];
    for (const table of [...tables, 'mail_runs', 'launch_environments'])
      rows.push(await this.#rows(`SELECT * FROM ${table}`));
    return JSON.stringify(rows);
  }

  async close(): Promise<void> {
    await this.registry.close();
    await this.git.close();
    await this.inbox.stop();
  }

  #isWrong({ id, state, cells, credits }: RunRow): boolean {
    if (this.cancelled.has(id)) return state !== 'failed' && state !== 'completed';
    return state !== 'completed' || cells !== SCENARIOS || credits !== SCENARIOS * PRICE;
  }

  /** Only cells that were worked on when the process died were worked on again. */
  async #judgeCells(): Promise<void> {
    const open = await this.#rows(
      "SELECT id FROM eval_cells WHERE status IN ('pending', 'running')",
    );
    expect(open).toEqual([]);
    const again = await this.#rows<{ id: string }>(
      'SELECT id FROM eval_cell_jobs WHERE attempt > 1',
    );
    expect(again.filter(({ id }) => !this.#running.has(id))).toEqual([]);
  }

  async #judgeCharges(runs: readonly RunRow[]): Promise<void> {
    const entries = await this.#rows<{ reference: string; state: string; used: number }>(
      "SELECT reference, state, used FROM billing_entries WHERE reference LIKE 'eval.run:%'",
    );
    const charged = runs.map(({ id, credits }) => ({
      reference: `eval.run:${id}`,
      state: 'settled',
      used: credits,
    }));
    expect(entries).toEqual(expect.arrayContaining(charged));
    expect(entries).toHaveLength(runs.length);
  }

  async #noteRunning(): Promise<void> {
    const rows = await this.#rows<{ id: string }>(
      "SELECT id FROM eval_cell_jobs WHERE state = 'running'",
    );
    for (const { id } of rows) this.#running.add(id);
  }

  async #commit(): Promise<object> {
    const name = `acme/${randomUUID().slice(0, 8)}`;
    const repository = await this.git.create(name);
    await repository.commit({ 'README.md': '# Shop\n' });
    return { type: 'commit', repoUrl: this.git.url(name), ref: 'main' };
  }

  #rows<T>(statement: string): Promise<T[]> {
    return rowsOf<T>(this.registry.location, statement);
  }

  #change(set: string): Promise<void> {
    return changeRows(this.registry.location, `UPDATE ${set}`);
  }

  /** The answer of the server, or `undefined` when none came. */
  async #post(
    path: string,
    body: string | Buffer,
    type = 'application/json',
  ): Promise<Record<string, string> | undefined> {
    const headers = { authorization: `Bearer ${this.parts.session}`, 'content-type': type };
    try {
      const address = `${this.registry.origin}/experimental/${path}`;
      const answer = await fetch(address, { method: 'POST', headers, body });
      const document = (await answer.json()) as { data?: Record<string, string> };
      if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(document)}`);
      return document.data ?? { ...(document as object) };
    } catch (error) {
      if (isBrokenConnection(error)) return undefined;
      throw error;
    }
  }
}
