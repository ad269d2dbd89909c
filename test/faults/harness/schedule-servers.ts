import { randomBytes } from 'node:crypto';
import { versions } from 'node:process';
import type { DatabaseLocation, TestDatabase } from '../../contract/databases.js';
import type { Server } from '../../e2e/program.js';
import { openRegistryServer, type RegistryServer } from '../../e2e/registry-server.js';
import { launchesAt, multiply } from './schedule-rows.js';
import { between, wait } from './rounds.js';
import { TestClock } from './test-clock.js';

/** A thousand of them are fewer days than a key of the API lives. */
const INTERVAL_MS = 1_200_000;
/** Less than the shortest time between two times of a schedule. */
const MOST_MS = 50_000;

type Env = Readonly<Record<string, string>>;
type Machine = Parameters<TestClock['on']>[0];

/** Built servers on one database that launch the same schedules every 20 minutes of a clock that the test moves on. Nobody works on the launches. */
export class ScheduleServers {
  readonly #servers = new Map<number, Server>();
  /** The times that have come. */
  readonly times: Date[] = [];

  private constructor(
    private readonly registry: RegistryServer,
    private readonly clock: TestClock,
    private readonly env: Env,
    readonly schedules: number,
  ) {}

  /** No server runs yet. */
  static async open(database: TestDatabase, schedules: number): Promise<ScheduleServers> {
    const [clock, location] = await TestClock.of(database);
    const env = {
      SVC_SECRET_KEY: randomBytes(32).toString('base64'),
      SVC_RATE_LIMITS: 'all=off',
      // nobody works on launches; on SQLite the server has to, and has no sandbox
      ...(location.engine === 'postgres' ? { SVC_JOB_CONCURRENCY: '0' } : { PATH: '/nonexistent' }),
    };
    const create = () => Promise.resolve(location);
    const registry = await openRegistryServer(
      { ...database, create },
      { env: { ...env, ...clock.on({}) } },
    );
    const servers = new ScheduleServers(registry, clock, env, schedules);
    await servers.#create(await registry.apiKey('owner'));
    registry.server.child.kill('SIGKILL');
    await registry.server.finished;
    const first = new Date(
      Math.ceil(clock.now().getTime() / INTERVAL_MS) * INTERVAL_MS + INTERVAL_MS,
    );
    await clock.goTo(new Date(first.getTime() - INTERVAL_MS / 2), location);
    await multiply(location, { count: schedules, first, zoneData: versions.tz! });
    servers.#next = first;
    return servers;
  }

  #next = new Date(0);

  /** The time that comes next. */
  get next(): Date {
    return this.#next;
  }

  get location(): DatabaseLocation {
    return this.registry.location;
  }

  /** Starts the server of this number, in the place of one that has died, on a machine of its own. */
  async start(
    server: number,
    { fault = '', ...machine }: Machine & { readonly fault?: string } = {},
  ): Promise<void> {
    this.#servers.delete(server);
    const env = { ...this.env, ...this.clock.on(machine), SVC_FAULT: fault };
    this.#servers.set(server, await this.registry.program.serve([], { env }));
  }

  /** The numbers of those that serve. */
  get serving(): readonly number[] {
    return [...this.#servers.keys()];
  }

  async kill(server: number): Promise<void> {
    this.#servers.get(server)?.child.kill('SIGKILL');
    await this.died(server);
  }

  async died(server: number): Promise<void> {
    await this.#servers.get(server)?.finished;
    this.#servers.delete(server);
  }

  /** What a server has printed. */
  output(server: number): string {
    return this.#servers.get(server)?.stderr() ?? '';
  }

  /** The next time comes. */
  async tick(): Promise<Date> {
    const time = this.#next;
    await this.clock.goTo(time, this.location);
    this.times.push(time);
    this.#next = new Date(time.getTime() + INTERVAL_MS);
    return time;
  }

  /** Until all schedules have launched for this time, or at most for the shortest time between two; answers how long it took. */
  async launched(time: Date): Promise<number> {
    const began = performance.now();
    const passed = () => performance.now() - began;
    while (passed() < MOST_MS && (await launchesAt(this.location, time)) < this.schedules)
      await wait(between(20, 80));
    return passed();
  }

  async close(): Promise<void> {
    for (const server of this.serving) await this.kill(server);
    await this.registry.close();
    await this.clock.close(this.location);
  }

  async #create(key: string): Promise<void> {
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${this.registry.server.origin}/experimental/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ workspace: 'acme', ...body }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { data: { id: string } }).data.id;
    };
    const environment = await post('environments', { name: 'ticking', entries: { KEY: 'x' } });
    await post('schedules', {
      cron: '*/20 * * * *',
      skill: 'file:skills/demo',
      repo: 'acme/shop',
      agent: 'scripted',
      environment,
    });
  }
}
