import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import autocannon from 'autocannon';
import { Scratch } from '../../tools/scratch.mjs';
import { pluginArchive } from './archive.mjs';
import { median } from './median.mjs';
import { onPostgres, postgresUrl, withoutPostgres } from './postgres.mjs';
import { bearer, publish } from './registry-client.mjs';
import { usageOf } from './usage.mjs';

const ROUNDS = 5;
const SECONDS = 3;
/** In all, however many servers share them. */
const CONNECTIONS = 32;
const RATIO = 1.6;
/** Two servers, the database's sessions and the clients each need some of their own. */
const ENOUGH_CORES = 6;

const what = 'GET of plugin metadata, two servers on one PostgreSQL';
const budget = `ratio ${RATIO} with ${ENOUGH_CORES} cores or more, here ${availableParallelism()}`;

/** Reads through one server, and through two on the same database. With fewer cores the ratio says how the cores are shared, and is not judged. */
export async function measureTwoServers() {
  if (postgresUrl === undefined) return [{ what, measured: '', budget, ...withoutPostgres }];
  return onPostgres(async (env) => {
    const scratches = [new Scratch('bench-one'), new Scratch('bench-two')];
    try {
      await start(scratches, env);
      return rowsOf(
        await interleaved(
          scratches.map((scratch) => ({
            url: `${scratch.origin}/v1/tiles/bench/read`,
            process: scratch.server,
          })),
        ),
      );
    } finally {
      for (const scratch of scratches) await scratch.stop();
      for (const scratch of scratches) rmSync(scratch.folder, { recursive: true, force: true });
    }
  });
}

async function start([first, second], database) {
  const env = { ...database, SVC_DATA_DIR: first.makeFolder('data') };
  const options = {
    env,
    nodeArgs: ['--import', import.meta.resolve('./count-statements.mjs')],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  };
  await first.startServer(options);
  await first.signInFirstAdministrator();
  await first.json(['workspace', 'create', 'bench']);
  await publish(first, await bearer(first), await pluginArchive('bench/read', '1.0.0', 5));
  await second.startServer(options);
}

/** Medians over all rounds but the first, in which code is still being compiled. */
async function interleaved(servers) {
  const loads = { one: [], two: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    loads.one.push(await loadOf(servers.slice(round % 2, (round % 2) + 1)));
    loads.two.push(await loadOf(servers));
  }
  const over = (rounds, name) => median(rounds.slice(1).map((load) => load[name]));
  return Object.values(loads).map((rounds) => ({
    rate: over(rounds, 'rate'),
    cpu: over(rounds, 'cpu'),
  }));
}

async function loadOf(servers) {
  const used = async () =>
    (await Promise.all(servers.map(({ process: server }) => usageOf(server)))).reduce(
      (sum, { cpu }) => sum + cpu,
      0,
    );
  const before = await used();
  const connections = CONNECTIONS / servers.length;
  const results = await Promise.all(
    servers.map(({ url }) => autocannon({ url, connections, duration: SECONDS })),
  );
  const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
  if (failed > 0) throw new Error(`${failed} reads failed`);
  const reads = results.reduce((sum, { requests }) => sum + requests.total, 0);
  return {
    rate: results.reduce((sum, { requests, duration }) => sum + requests.total / duration, 0),
    cpu: ((await used()) - before) / reads,
  };
}

function rowsOf([one, two]) {
  const ratio = two.rate / one.rate;
  const judged = availableParallelism() >= ENOUGH_CORES;
  return [
    {
      what,
      measured: `${two.rate.toFixed(0)}/s (ratio ${ratio.toFixed(2)})`,
      comparedWith: `one server ${one.rate.toFixed(0)}/s`,
      budget,
      ...(judged && { within: ratio >= RATIO }),
    },
    {
      what: 'processor time of that read',
      measured: `${two.cpu.toFixed(0)} µs (ratio ${(two.cpu / one.cpu).toFixed(2)})`,
      comparedWith: `one server ${one.cpu.toFixed(0)} µs`,
      budget: 'the same',
    },
  ];
}
