import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Scratch } from '../../../tools/scratch.mjs';
import { ManySchedules, secretKey, wanted } from './many-schedules.mjs';

const EACH_MINUTE = 100;
const MINUTES = Number(process.env.SVC_BENCH_MINUTES ?? 3);
const MIDNIGHT = 10_000;
const MINUTE_MS = 60_000;
const BUDGET = { lag: 1_000, midnight: 60_000, ratio: 2 };
const IDLE_READS = 1_000;
const READ_PAUSE_MS = 10;

/** A built server whose schedules launch on time. Nobody works on the launches; on SQLite the server has to, and has no sandbox. */
export async function measureOnTime(engine, database) {
  const scratch = new Scratch('bench-schedules');
  const url = database.SVC_DATABASE_URL;
  const work = url === undefined ? { PATH: '/nonexistent' } : { SVC_JOB_CONCURRENCY: '0' };
  try {
    const env = { ...database, ...work, SVC_SECRET_KEY: secretKey(), SVC_RATE_LIMITS: 'all=off' };
    await scratch.startServer({ env });
    await scratch.signInFirstAdministrator();
    await scratch.json(['workspace', 'create', 'bench']);
    const ofOwner = ['api-key', 'create', 'owner', '--workspace', 'bench', '--role', 'owner'];
    const api = new Api(scratch.origin, (await scratch.json(ofOwner)).value);
    await api.createFirst();
    const file = join(scratch.home, '.svc', 'server', 'registry.db');
    const rows = new ManySchedules({ url, file });
    return [await lags(engine, rows), ...(await midnight(engine, { rows, api }))];
  } finally {
    await scratch.stop();
    rmSync(scratch.folder, { recursive: true, force: true });
  }
}

const nextMinute = () => new Date(Math.ceil((Date.now() + 10_000) / MINUTE_MS) * MINUTE_MS);

async function lags(engine, rows) {
  let time = nextMinute();
  await rows.add(EACH_MINUTE, { cron: '* * * * *', next: time, label: 'minute' });
  const all = [];
  for (let minute = 0; minute < MINUTES; minute++) {
    const at = `schedule_runs WHERE scheduled_for = '${time.toISOString()}'`;
    all.push(...(await seen(rows, { at, time, count: EACH_MINUTE })));
    await rows.run(`UPDATE launch_runs SET state = 'cancelled' WHERE state = 'queued'`);
    time = new Date(time.getTime() + MINUTE_MS);
  }
  await rows.run(
    `UPDATE schedule_schedules SET state = 'paused', next_run_at = NULL WHERE label = 'minute'`,
  );
  const p99 = all.sort((a, b) => a - b)[Math.ceil(0.99 * all.length) - 1];
  return {
    what: `from a time to its launch, ${EACH_MINUTE} a minute, ${engine}`,
    measured: `p99 ${p99.toFixed(0)} ms`,
    comparedWith: `${all.length} launches, seen by another session`,
    budget: `${BUDGET.lag} ms`,
    within: p99 <= BUDGET.lag,
  };
}

/** How long after the time each of its launches was committed. */
async function seen(rows, { at, time, count }) {
  await wait(time.getTime() - Date.now());
  const lags = [];
  while (lags.length < count) {
    const now = await rows.count(at);
    const lag = Date.now() - time.getTime();
    while (lags.length < now) lags.push(lag);
    await wait(10);
  }
  return lags;
}

async function midnight(engine, { rows, api }) {
  await api.reads(() => true, IDLE_READS / 5);
  const idle = await api.reads(() => true, IDLE_READS);
  const time = nextMinute();
  await rows.add(MIDNIGHT, { cron: '0 0 * * *', next: time, label: 'midnight' });
  await wait(time.getTime() - Date.now());
  let launched = false;
  const reading = api.reads(() => !launched, Infinity);
  const at = `schedule_runs WHERE scheduled_for = '${time.toISOString()}'`;
  while ((await rows.count(at)) < MIDNIGHT) await wait(250);
  const took = Date.now() - time.getTime();
  launched = true;
  const busy = await reading;
  const ratio = busy.p99 / idle.p99;
  return [
    {
      what: `${MIDNIGHT} at once, ${engine}`,
      measured: `${(took / 1000).toFixed(1)} s`,
      comparedWith: `${((MIDNIGHT / took) * 1000).toFixed(0)}/s`,
      budget: `${BUDGET.midnight / 1000} s`,
      within: took <= BUDGET.midnight,
    },
    {
      what: `reads meanwhile, ${engine}`,
      measured: `p99 ${busy.p99.toFixed(1)} ms (median ${busy.median.toFixed(1)} ms, ratio ${ratio.toFixed(1)})`,
      comparedWith: `idle ${idle.p99.toFixed(1)} ms (median ${idle.median.toFixed(1)} ms); ${busy.count} reads`,
      budget: `ratio ${BUDGET.ratio}`,
      within: ratio <= BUDGET.ratio,
    },
  ];
}

class Api {
  constructor(origin, token) {
    this.url = `${origin}/experimental/schedules`;
    this.headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    this.read = `${origin}/experimental/environments?workspace=bench`;
  }

  async createFirst() {
    const body = { workspace: 'bench', name: 'bench', entries: { KEY: 'x' } };
    const { id: environment } = await this.#post(
      this.url.replace('schedules', 'environments'),
      body,
    );
    await this.#post(this.url, { ...wanted, label: 'first', environment });
  }

  /** Reads one after the other, while `going` and at most so many. */
  async reads(going, most) {
    const times = [];
    while (going() && times.length < most) {
      const began = performance.now();
      const answer = await fetch(this.read, { headers: this.headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${this.read}: ${answer.status}`);
      times.push(performance.now() - began);
      await wait(READ_PAUSE_MS);
    }
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.ceil(share * times.length) - 1];
    return { count: times.length, median: at(0.5), p99: at(0.99) };
  }

  async #post(url, body) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  }
}
