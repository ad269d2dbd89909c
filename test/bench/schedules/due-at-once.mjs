import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInModules, startTestHost } from '../../../dist/hosts/testing/index.js';
import { Dispatcher } from '../../../dist/modules/schedule/server/dispatch/dispatcher.js';
import { median } from '../median.mjs';
import { ManySchedules, secretKey, wanted } from './many-schedules.mjs';

const DUE = 1_000;
const ALL = Number(process.env.SVC_BENCH_SCHEDULES ?? 100_000);
const ROUNDS = 5;
const BUDGET_MS = 2_000;
const RATIO = 1.2;

const TIME = new Date('2030-01-02T00:00:00.000Z');
/** Of all others. */
const LATER = new Date('2030-02-01T00:00:00.000Z');

/** Dispatches 1,000 that are due, among themselves and among many that are not: in this process, without a server. */
export async function measureDueAtOnce(engine, database) {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-bench-schedules-'));
  const file = join(dataDir, 'schedules.db');
  const env = {
    SVC_DATABASE_URL: `sqlite:${file}`,
    SVC_SECRET_KEY: secretKey(),
    ...database,
    SVC_DATA_DIR: dataDir,
  };
  const host = await startTestHost({
    modules: await builtInModules(),
    organization: 'bench',
    env,
    clock: () => TIME,
  });
  try {
    await createFirst(host.people.owner);
    const rows = new ManySchedules({ url: database.SVC_DATABASE_URL, file });
    await rows.add(DUE, { cron: '0 0 * * *', next: TIME, label: 'due' });
    const dispatcher = (await host.server.services('schedule')).get(Dispatcher);
    const alone = await dispatched(dispatcher, rows);
    await rows.add(ALL - DUE, { cron: '0 0 1 * *', next: LATER, label: 'later' });
    const among = await dispatched(dispatcher, rows);
    return rowsOf(engine, { alone, among });
  } finally {
    await host.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function createFirst({ invoke }) {
  const named = { workspace: 'bench', name: 'bench', entries: { KEY: 'x' } };
  const { id: environment } = await invoke('launch.createEnvironment', named);
  await invoke('schedule.createSchedule', { ...wanted, label: 'first', environment });
}

/** Median, without the first, in which code is still being compiled. */
async function dispatched(dispatcher, rows) {
  const times = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await rows.again('due', TIME);
    const began = performance.now();
    await dispatcher.dispatch(new AbortController().signal);
    times.push(performance.now() - began);
    const launched = await rows.count('launch_runs');
    if (launched !== DUE) throw new Error(`${launched} were launched`);
  }
  return median(times.slice(1));
}

function rowsOf(engine, { alone, among }) {
  const ratio = among / alone;
  return [
    {
      what: `${DUE} due of ${ALL} schedules, ${engine}`,
      measured: `${(among / 1000).toFixed(2)} s`,
      comparedWith: `of ${DUE}: ${(alone / 1000).toFixed(2)} s (ratio ${ratio.toFixed(2)})`,
      budget: `${BUDGET_MS / 1000} s, ratio ${RATIO}`,
      within: among <= BUDGET_MS && ratio <= RATIO,
    },
  ];
}
