import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { TestDatabase } from '../../contract/databases.js';
import type { Started } from '../../e2e/program.js';
import { GitServer } from '../../network/git-server.js';
import { until } from '../../until.js';
import { AgentGate } from './agent-gate.js';
import { CrashingRegistry } from './crashing-registry.js';
import {
  endLaunchLeases,
  isOngoing,
  launchRows,
  SAID,
  wrongWith,
  type LaunchRow,
} from './launch-rows.js';
import { isBrokenConnection } from './ledger.js';
import { untilProcesses } from './processes.js';
import { blobsOf } from './review-rows.js';

export const REPOSITORY = 'acme/kitchen';

type Env = Readonly<Record<string, string>>;

const script = [
  { run: 'curl --silent --show-error {{gate}}' },
  { print: SAID },
  { run: '{{command}}' },
  { write: { path: 'tea.txt', content: 'sencha\n' } },
  { result: { status: 'succeeded', summary: 'There is tea.' } },
];
const skill = `---\nname: tea\ndescription: Makes tea. Use when somebody wants tea.\n---\n\n# Tea\n\n\`\`\`script\n${JSON.stringify(script)}\n\`\`\`\n`;

/** A launch as its client knows it. */
export interface Launched {
  /** Its label, and the mark that its agent leaves. */
  readonly mark: string;
  /** Status of the answer; `undefined` when none came. */
  readonly status: number | undefined;
  /** The same request with the same Idempotency-Key. */
  readonly again: () => Promise<number | undefined>;
}

/** A server that launches skills in the cloud, and the process that performs the launches: itself on SQLite, else a worker. */
export class LaunchServer {
  readonly #workers: Started[] = [];
  /** Where what performs the launches dies. */
  #fault: string | undefined;
  /** Folder of a bubblewrap that does not work, before the others. */
  #broken: string | undefined;
  /** Everything that the process starts, and nothing else of this machine, has this in its environment. */
  readonly #sign = `/nonexistent/${randomUUID()}`;
  /** Of the environments; several processes on PostgreSQL have to share it. */
  readonly #key = randomBytes(32).toString('base64');

  private constructor(
    readonly registry: CrashingRegistry,
    readonly git: GitServer,
    readonly gate: AgentGate,
  ) {}

  static async open(database: TestDatabase): Promise<LaunchServer> {
    const [git, gate] = [await GitServer.start({ host: '127.0.0.2' }), await AgentGate.start()];
    await (await git.create(REPOSITORY)).commit({ 'skills/tea/SKILL.md': skill });
    const registry = await CrashingRegistry.open(database);
    await registry.kill();
    const server = new LaunchServer(registry, git, gate);
    if (!server.#alone) await server.restartServer();
    return server;
  }

  get #alone(): boolean {
    return this.registry.location.engine === 'sqlite';
  }

  get #env(): Env {
    return {
      SVC_RATE_LIMITS: 'all=off',
      SVC_OUTBOUND_ALLOW: `${this.git.origin},${this.gate.origin}`,
      SVC_SANDBOX_HOSTS: new URL(this.gate.origin).host,
      SVC_JOB_DRAIN: '0',
      SVC_SECRET_KEY: this.#key,
      PATH: [this.#broken, process.env['PATH'], this.#sign].filter(Boolean).join(':'),
      ...(this.#broken !== undefined && { SVC_LAUNCH_UNSANDBOXED: '1' }),
    };
  }

  /** Starts anew what performs the launches, where bubblewrap does not work and the operator allows that. */
  async restartUnsandboxed(): Promise<void> {
    this.#broken = join(this.registry.program.cwd, 'broken');
    await mkdir(this.#broken, { recursive: true });
    await writeFile(join(this.#broken, 'bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await this.restart();
    this.#broken = undefined;
  }

  /** Makes sure that a process performs launches that dies nowhere by itself. */
  async works(): Promise<void> {
    if (!this.#runs || this.#fault !== undefined) await this.restart();
  }

  /** Kills what performs the launches and starts it anew; it dies at `fault`. */
  async restart(fault?: string): Promise<void> {
    await this.kill();
    await endLaunchLeases(this.registry.location);
    await this.start(fault);
  }

  async start(fault?: string): Promise<void> {
    this.#fault = fault;
    if (this.#alone) await this.restartServer(fault);
    else await this.worker(fault);
  }

  get #runs(): boolean {
    if (this.#alone) return this.registry.runs;
    const child = this.#worker?.child;
    return child?.exitCode === null && child.signalCode === null;
  }

  /** One more process that performs launches, on PostgreSQL. */
  async worker(fault = ''): Promise<Started> {
    const env = { ...this.#env, SVC_FAULT: fault };
    const worker = await this.registry.program.work([], { env });
    this.#workers.push(worker);
    return worker;
  }

  /** The process that answers requests; it dies at `fault`. */
  async restartServer(fault = ''): Promise<void> {
    if (this.registry.runs) await this.registry.kill();
    const jobs = this.#alone ? {} : { SVC_JOB_CONCURRENCY: '0' };
    await this.registry.start({ ...this.#env, ...jobs, SVC_FAULT: fault });
  }

  get #worker(): Started | undefined {
    return this.#workers.at(-1);
  }

  async kill(): Promise<void> {
    if (!this.#alone) this.#worker?.child.kill('SIGKILL');
    else if (this.registry.runs) await this.registry.kill();
    await this.died();
  }

  /** Asks what performs the launches to end, as a service manager does; answers its exit code. */
  async stop(): Promise<number | undefined> {
    if (this.#alone) return (await this.registry.stop()).code;
    this.#worker?.child.kill('SIGTERM');
    return (await this.#worker?.finished)?.code;
  }

  /** Until it has died, and with it everything that it has started. */
  async died(): Promise<void> {
    await (this.#alone ? this.registry.died() : this.#worker?.finished);
    await this.onlyServers();
  }

  /** Until nothing of a sandbox is left: its init has the sign, and in its namespace nothing outlives it. */
  async onlyServers(): Promise<void> {
    const servers = this.#servers;
    await untilProcesses(this.#sign, (pids) => pids.every((pid) => servers.has(pid)));
  }

  get #servers(): ReadonlySet<number | undefined> {
    return new Set([this.registry.pid, ...this.#workers.map(({ child }) => child.pid)]);
  }

  /** The processes of bubblewrap: the one outside, and the init inside. */
  async sandboxes(): Promise<readonly number[]> {
    const servers = this.#servers;
    const all = await untilProcesses(this.#sign, (pids) => pids.some((pid) => !servers.has(pid)));
    return all.filter((pid) => !servers.has(pid));
  }

  /** Launches the skill, with an environment that is made for it. Its agent runs `command` before it ends. */
  async launch(command = 'true'): Promise<Launched> {
    const mark = randomUUID();
    const made = await this.#post('environments', {
      body: { workspace: 'acme', forRun: true, entries: { TEA_KEY: randomUUID() } },
    });
    if (made !== undefined) expect(made).toMatchObject({ status: 201 });
    const body = {
      workspace: 'acme',
      skill: 'file:skills/tea',
      repo: this.git.url(REPOSITORY),
      agent: 'scripted',
      label: mark,
      environment: made?.data['id'],
      inputs: { gate: this.gate.url(mark), command },
    };
    const ask = async () => made && (await this.#post('launch-runs', { body, key: mark }))?.status;
    return { mark, status: await ask(), again: ask };
  }

  /** Cancels a launch; answers the state that the server says. */
  async cancel(launched: Launched): Promise<unknown> {
    const { id } = await this.row(launched);
    return (await this.#post(`launch-runs/${id}/cancel`))?.data['status'];
  }

  async row({ mark }: Pick<Launched, 'mark'>): Promise<LaunchRow> {
    const rows = await launchRows(this.registry.location, mark);
    expect(rows).toHaveLength(1);
    return rows[0]!;
  }

  /** Waits until the launch is in this state. */
  async reached(launched: Launched, state: string): Promise<void> {
    await until(async () => (await this.row(launched)).state === state);
  }

  /** Waits until it is over, and expects that nothing is wrong then. */
  async judged(launched: Launched): Promise<LaunchRow> {
    const row = await until(async () => {
      const found = await this.row(launched);
      return !isOngoing(found) && found;
    });
    const starts = this.gate.startsOf(launched.mark);
    const hasBlob = blobsOf(this.registry.location);
    expect(wrongWith(row, { starts, hasBlob })).toEqual([]);
    return row;
  }

  async close(): Promise<void> {
    for (const { child } of this.#workers) child.kill('SIGKILL');
    await this.registry.close();
    await this.git.close();
    await this.gate.close();
  }

  async #post(
    path: string,
    { body = {}, key }: { readonly body?: object; readonly key?: string } = {},
  ): Promise<{ readonly status: number; readonly data: Record<string, unknown> } | undefined> {
    const headers = {
      authorization: `Bearer ${this.registry.token}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    try {
      const address = `${this.registry.origin}/experimental/${path}`;
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as { data?: Record<string, unknown> };
      return { status: response.status, data: answer.data ?? { ...answer } };
    } catch (error) {
      if (!isBrokenConnection(error)) throw error;
      return undefined;
    }
  }
}
