import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contribute, defineModule, hostKey } from 'svc-registry/kernel';
import { Column, Entity } from 'typeorm';
import { Background } from '../../dist/hosts/http/background.js';
import { startTestHost } from '../../dist/kernel/testing/index.js';
import { jobsKey, runKindsPoint, runTable } from '../../dist/modules/jobs/contract/db.js';
import { RunEntity } from '../../dist/modules/jobs/contract/db/run-entity.js';
import jobs from '../../dist/modules/jobs/module.js';
import {
  columns,
  createTable,
  tablesPoint,
  unitOfWorkKey,
} from '../../dist/modules/persistence/contract/db.js';
import persistence from '../../dist/modules/persistence/module.js';
import { median } from './median.mjs';
import { onPostgres, postgresUrl, withoutPostgres } from './postgres.mjs';

const QUICK_RUNS = 500;
const BACKLOG = 1_000;
const BUDGET_MS = { SQLite: 100, PostgreSQL: 50 };

const what = {
  quick: (engine) => `begin of a quick run while the long lane is full, ${engine}`,
  turn: (engine) => `next to begin after ${BACKLOG} long runs of another kind, ${engine}`,
};

/** Begins quick runs beside long ones that do not end, and a long run behind many of another kind. */
export async function measureLanes() {
  return [...(await measureOnSqlite()), ...(await measureOnPostgres())];
}

async function measureOnSqlite() {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-lanes-'));
  try {
    const env = { SVC_DATABASE_URL: 'sqlite:lanes.db', SVC_DATA_DIR: dataDir };
    return await measure('SQLite', { env, workers: 1 });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureOnPostgres() {
  const engine = 'PostgreSQL';
  if (postgresUrl === undefined) {
    const budget = '';
    return [what.quick, what.turn].map((of) => ({
      what: of(engine),
      measured: '',
      budget,
      ...withoutPostgres,
    }));
  }
  return onPostgres(async (env) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-lanes-'));
    try {
      return await measure(engine, { env: { ...env, SVC_DATA_DIR: dataDir }, workers: 2 });
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

async function measure(engine, { env, workers }) {
  const stage = new Stage();
  try {
    for (let count = 0; count < workers; count++) await stage.open(env);
    return [await quickRuns(engine, stage), await turns(engine, stage)];
  } finally {
    await stage.close();
  }
}

async function quickRuns(engine, stage) {
  const alone = await beginsOf(stage);
  for (let run = 0; run < 2 * stage.workers; run++) await stage.enqueue(Review, 'long');
  await stage.begun(stage.workers);
  const beside = await beginsOf(stage);
  const budget = BUDGET_MS[engine];
  return {
    what: what.quick(engine),
    measured: textOf(beside),
    comparedWith: `while it is empty ${textOf(alone)}; ${QUICK_RUNS} runs, each with the writing of its row`,
    budget: `p99 ${budget} ms`,
    within: beside.p99 <= budget,
  };
}

const textOf = ({ median, p99 }) => `p99 ${p99.toFixed(0)} ms (median ${median.toFixed(0)} ms)`;

async function beginsOf(stage) {
  const times = [];
  for (let run = 0; run < QUICK_RUNS; run++) {
    const start = performance.now();
    const begun = stage.next('quick');
    await stage.enqueue(Quick, 'quick');
    times.push((await begun) - start);
  }
  const p99 = times.sort((a, b) => a - b)[Math.ceil(0.99 * QUICK_RUNS) - 1];
  return { median: median(times), p99 };
}

async function turns(engine, stage) {
  await stage.inOneUnit(async () => {
    for (let run = 0; run < BACKLOG; run++) await stage.enqueue(Review, 'backlog');
  });
  await stage.enqueue(Launch, 'launch');
  const before = stage.long.length;
  stage.long[0].end();
  await stage.begun(before + 1);
  const { note } = stage.long.at(-1);
  return {
    what: what.turn(engine),
    measured: note,
    comparedWith: `${stage.workers} workers, one long run at once each`,
    budget: 'launch',
    within: note === 'launch',
  };
}

/** Processes that work on the same database, here in one; it hears what begins. */
class Stage {
  long = [];
  #hosts = [];
  #waiting = new Map();

  get workers() {
    return this.#hosts.length;
  }

  async open(env) {
    const host = await startTestHost({ modules: [persistence, jobs, errands(this)], env });
    await host.kernel.startAll();
    const background = new Background(host.kernel, (await host.get(hostKey)).log);
    void background.run({ dedicated: false });
    this.#hosts.push({ host, background, jobs: await host.get(jobsKey) });
  }

  enqueue(entity, note) {
    return this.#hosts[0].jobs.enqueue(entity, { note });
  }

  async inOneUnit(work) {
    await (await this.#hosts[0].host.get(unitOfWorkKey)).run(work);
  }

  /** When the next run with this note begins. */
  next(note) {
    return new Promise((begun) => this.#waiting.set(note, begun));
  }

  async begun(count) {
    while (this.long.length < count) await this.next('long run');
  }

  async perform({ note }, { signal }) {
    this.#waiting.get(note)?.(performance.now());
    if (note === 'quick') return undefined;
    await new Promise((end, stopped) => {
      this.long.push({ note, end });
      signal.addEventListener('abort', () => stopped(signal.reason));
      this.#waiting.get('long run')?.();
    });
    return undefined;
  }

  async close() {
    for (const { background } of this.#hosts) await background.stop();
    for (const { host } of this.#hosts) await host.stop();
  }
}

function runsIn(table) {
  class Errand extends RunEntity {}
  Entity(table)(Errand);
  Column(columns.text())(Errand.prototype, 'note');
  return Errand;
}

const Quick = runsIn('errands_quick');
const Review = runsIn('errands_reviews');
const Launch = runsIn('errands_launches');

class CreateErrands1766000000000 {
  async up(runner) {
    for (const name of ['quick', 'reviews', 'launches'])
      await createTable(
        runner,
        runTable({ name: `errands_${name}`, columns: { note: columns.text() } }),
      );
  }
}

function errands(stage) {
  const work = class {
    perform(run, attempt) {
      return stage.perform(run, attempt);
    }
  };
  const kind = (id, entity, data) =>
    contribute(runKindsPoint, `errands.${id}`, { summary: 'An errand', ...data }, async () => ({
      entity,
      work,
    }));
  const tables = { entities: [Quick, Review, Launch], migrations: [CreateErrands1766000000000] };
  return defineModule({
    id: 'errands',
    api: '^1.0.0',
    summary: 'Several kinds of background work',
    requires: ['persistence', 'jobs'],
    contributes: [
      contribute(tablesPoint, 'errands', { prefix: 'errands_' }, async () => tables),
      kind('quick', Quick, {}),
      kind('reviews', Review, { lane: 'long' }),
      kind('launches', Launch, { lane: 'long' }),
    ],
    server: async () => ({ default: {} }),
  });
}
