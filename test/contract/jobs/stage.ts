import { setTimeout as sleep } from 'node:timers/promises';
import { hostKey, type ModuleDeclaration } from 'svc-registry/kernel';
import { startTestHost, type LogEntry, type TestHost } from 'svc-registry/testing';
import { Background } from '../../../hosts/http/background.js';
import {
  jobsKey,
  type Jobs,
  type Run,
  type RunKindSettings,
} from '../../../modules/jobs/contract/db.js';
import jobs from '../../../modules/jobs/module.js';
import { Kinds } from '../../../modules/jobs/server/kinds.js';
import { RESTART_MS } from '../../../modules/jobs/server/postgres/graphile-queue.js';
import { Runs } from '../../../modules/jobs/server/runs.js';
import { timersKey } from '../../../modules/jobs/server/timers.js';
import { Sweeper } from '../../../modules/jobs/server/worker/sweeper.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type UnitOfWork,
} from '../../../modules/persistence/contract/db.js';
import persistence from '../../../modules/persistence/module.js';
import type { DatabaseLocation } from '../databases.js';
import { ManualTime } from './manual-time.js';
import { ScriptedRun, scriptedModule, Trace, type Script } from './scripted.js';

const RESTART_SECONDS = RESTART_MS / 1000;

interface StageOptions {
  readonly time?: ManualTime;
  readonly settings?: Omit<RunKindSettings, 'summary'>;
  readonly concurrency?: number;
  /** Further settings of the process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly more?: readonly ModuleDeclaration[];
}

/** A process that works on scripted runs, as `svc serve` and `svc worker` are. */
export class Stage {
  #background: Background | undefined;

  private constructor(
    readonly host: TestHost,
    readonly time: ManualTime,
    readonly script: Script,
    readonly jobs: Jobs,
    readonly units: UnitOfWork,
  ) {}

  /** Without anybody working yet. */
  static async build(
    location: DatabaseLocation,
    { time = new ManualTime(), settings, concurrency = 2, env = {}, more = [] }: StageOptions = {},
  ) {
    const script: Script = new Map();
    const host = await startTestHost({
      modules: [persistence, jobs, scriptedModule(script, settings), ...more],
      env: { ...location.env, SVC_JOB_CONCURRENCY: String(concurrency), ...env },
      clock: time.clock,
      provides: [{ key: timersKey, make: () => time.timers }],
    });
    await host.kernel.startAll();
    return new Stage(host, time, script, await host.get(jobsKey), await host.get(unitOfWorkKey));
  }

  static async open(location: DatabaseLocation, options: StageOptions = {}): Promise<Stage> {
    const stage = await Stage.build(location, options);
    await stage.work();
    return stage;
  }

  get log(): readonly LogEntry[] {
    return this.host.log;
  }

  /** Begins to work; its first sweep is over then. */
  async work(): Promise<void> {
    const { log } = await this.host.get(hostKey);
    this.#background = new Background(this.host.kernel, log);
    void this.#background.run({ dedicated: false });
    await this.until(() => this.time.isWaiting(15));
  }

  /** One more sweep, between those that time brings. */
  async sweep(): Promise<void> {
    await (await this.host.server!.services('jobs')).get(Sweeper).sweep();
  }

  /** As a process that the queue has just given this run to. */
  async claim(id: string): Promise<Run | null> {
    const services = await this.host.server!.services('jobs');
    const kind = await services.get(Kinds).of(ScriptedRun);
    return services.get(Runs).claim(kind, id);
  }

  /** As a process that is asked to end. */
  async stopWorking(): Promise<void> {
    await this.#background?.stop();
    this.#background = undefined;
  }

  async stop(): Promise<void> {
    await this.stopWorking();
    await this.host.stop();
  }

  enqueue(part: string): Promise<string> {
    return this.jobs.enqueue(ScriptedRun, { part });
  }

  async row(id: string): Promise<ScriptedRun> {
    const { manager } = await this.host.get(readDatabaseKey);
    return manager.findOneByOrFail(ScriptedRun, { id });
  }

  /** What runs have left behind, of all or of one. */
  async traces(runId?: string): Promise<string[]> {
    const { manager } = await this.host.get(readDatabaseKey);
    const rows = await manager.find(Trace, runId === undefined ? {} : { where: { runId } });
    return rows.map(({ text }) => text).sort();
  }

  /** Changes a row behind everybody's back. */
  async change(id: string, set: Partial<ScriptedRun>): Promise<void> {
    await this.units.run((manager) => manager.update(ScriptedRun, { id }, set));
  }

  /** Waits for the row to be in this state. */
  async reaches(id: string, state: ScriptedRun['state']): Promise<ScriptedRun> {
    await this.until(async () => (await this.row(id)).state === state);
    return this.row(id);
  }

  /** Until it is so. That it never becomes so is found by the test's own time limit. */
  async until(look: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await look())) {
      // whatever other tests do to the database may stop the runner of the queue, which then waits before it begins again
      if (this.time.isWaiting(RESTART_SECONDS)) await this.time.pass(RESTART_SECONDS);
      await sleep(2);
    }
  }
}
