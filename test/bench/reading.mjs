import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { archiveOf, pluginArchive } from './archive.mjs';
import { median } from './median.mjs';
import { bearer, publish } from './registry-client.mjs';
import { usageOf, usagePer } from './usage.mjs';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 10;
const STATEMENTS = 2;
const SAMPLES = 20;

const READS = [
  { what: 'GET of plugin metadata', path: '/v1/tiles/bench/read', budget: 0.33 },
  {
    what: 'GET of a file of 2 KB',
    path: '/v1/tiles/bench/read/versions/1.0.0/files/docs/page-001.md',
    budget: 0.25,
  },
];

/** What a stranger's browser asks for. */
const PAGE = { what: "a plugin's page", path: '/plugins/bench/read', statements: 6, rate: 300 };

/**
 * A plugin's metadata and a small file, read by strangers, each against an express server with one route that answers the same bytes.
 * The ratio of processor time holds on a busy machine too; that of the rates needs a quiet one.
 */
export async function measureReading(scratch) {
  await publish(scratch, await bearer(scratch), await pluginArchive('bench/read', '1.0.0', 5));
  await untilReviewed(scratch.origin + READS[0].path);
  const rows = [];
  for (const read of READS) rows.push(...(await measureRead(scratch, read)));
  return [...rows, ...(await measurePage(scratch)), ...(await measureReadme(scratch))];
}

/** How many pages one core would make, by the processor time of each: the rate itself needs a quiet machine. */
async function measurePage(scratch) {
  const url = scratch.origin + PAGE.path;
  const headers = { accept: 'text/html' };
  const statements = await statementsPerRead(scratch, url, headers);
  const loads = [];
  for (let round = 0; round <= ROUNDS; round++)
    loads.push(await loadOf({ url, process: scratch.server, headers }));
  const over = (name) => median(loads.slice(1).map((load) => load[name]));
  const perCore = 1_000_000 / over('cpu');
  return [
    {
      what: PAGE.what,
      measured: `${perCore.toFixed(0)}/s of a core (${over('cpu').toFixed(0)} µs)`,
      comparedWith: `${over('rate').toFixed(0)}/s beside what loads it`,
      budget: `${PAGE.rate}/s`,
      within: perCore >= PAGE.rate,
    },
    statementsRow(statements, { what: PAGE.what, most: PAGE.statements }),
  ];
}

/** An ordinary text of 31 KB. */
const README = readFileSync(new URL('../../docs/guides/operate-a-server.md', import.meta.url));
const FIRST_VIEWS = { readmes: 6, ms: 100 };
const READER = { pages: 200, ms: 10 };

/** What one reader waits for: the first view of a README, which lays it out, and then the page. The pages before had no text. */
async function measureReadme(scratch) {
  const token = await bearer(scratch);
  const names = Array.from({ length: FIRST_VIEWS.readmes }, (_, at) => `bench/readme-${at}`);
  for (const name of names) await publish(scratch, token, await readmeArchive(name));
  for (const name of names) await untilReviewed(`${scratch.origin}/v1/tiles/${name}`);
  const first = [];
  for (const name of names) first.push(await timeOf(`${scratch.origin}/plugins/${name}`));
  const again = [];
  for (let page = 0; page < READER.pages; page++)
    again.push(await timeOf(`${scratch.origin}/plugins/${names[0]}`));
  const row = (what, ms, budget, comparedWith = '') => ({
    what,
    ...{
      measured: `${ms.toFixed(1)} ms`,
      comparedWith,
      budget: `${budget} ms`,
      within: ms <= budget,
    },
  });
  return [
    row('first README of a server', first[0], FIRST_VIEWS.ms, 'start of the thread included'),
    row('first view of another', median(first.slice(1)), FIRST_VIEWS.ms),
    row("a plugin's page, one reader alone", median(again), READER.ms),
  ];
}

/** No two texts are the same: what is laid out is kept by its contents. */
const readmeArchive = (name) =>
  archiveOf({
    '.svc-plugin/plugin.json': JSON.stringify({
      name,
      version: '1.0.0',
      description: 'Measured',
      private: false,
    }),
    'README.md': `${README}\n${name}\n`,
  });

async function timeOf(url) {
  const start = performance.now();
  await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  return performance.now() - start;
}

/** Publishing queues a review, whose statements and processor time are none of the reads'. */
async function untilReviewed(url) {
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(100)) {
    const { data } = await (await fetch(url)).json();
    if (data.latest.facts?.quality?.status === 'completed') return;
  }
  throw new Error(`${url}: what was published is not reviewed`);
}

async function measureRead(scratch, { what, path, budget }) {
  const url = scratch.origin + path;
  const statements = await statementsPerRead(scratch, url);
  const bare = await oneRouteServer(await (await fetch(url)).text());
  try {
    const [ours, theirs] = await interleaved({ url, process: scratch.server }, bare);
    return [
      ratioRow(what, ours, theirs),
      processorRow(budget, ours, theirs),
      statementsRow(statements),
    ];
  } finally {
    bare.process.kill();
  }
}

function ratioRow(what, ours, theirs) {
  const ratio = ours.rate / theirs.rate;
  return {
    what,
    measured: `${ours.rate.toFixed(0)}/s (ratio ${ratio.toFixed(2)})`,
    comparedWith: `express with one route ${theirs.rate.toFixed(0)}/s`,
    budget: 'see the next row',
  };
}

function processorRow(budget, ours, theirs) {
  const ratio = theirs.cpu / ours.cpu;
  return {
    what: 'processor time of that read',
    measured: `${ours.cpu.toFixed(0)} µs (ratio ${ratio.toFixed(2)})`,
    comparedWith: `express with one route ${theirs.cpu.toFixed(0)} µs`,
    budget: `ratio ${budget}`,
    within: ratio >= budget,
  };
}

function statementsRow(statements, { what = 'that read', most = STATEMENTS } = {}) {
  return {
    what: `statements for ${what}`,
    measured: statements.toFixed(1),
    comparedWith: `mean of ${SAMPLES}`,
    budget: `${most}`,
    within: statements <= most,
  };
}

async function statementsPerRead(scratch, url, headers = {}) {
  const read = async (times) => {
    for (let index = 0; index < times; index++) await (await fetch(url, { headers })).text();
  };
  await read(3); // modules start on first use, and a statement is prepared once
  return (await usagePer(scratch.server, SAMPLES, () => read(SAMPLES))).statements;
}

/** Medians over all rounds but the first, in which code is still being compiled. */
async function interleaved(...servers) {
  const loads = servers.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, server] of servers.entries()) loads[index].push(await loadOf(server));
  }
  const over = (rounds, name) => median(rounds.slice(1).map((load) => load[name]));
  return loads.map((rounds) => ({ rate: over(rounds, 'rate'), cpu: over(rounds, 'cpu') }));
}

async function loadOf({ url, process: server, headers }) {
  const before = await usageOf(server);
  const { requests, duration, non2xx, errors } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (non2xx + errors > 0)
    throw new Error(`${url}: ${non2xx} answers were not 2xx, ${errors} failed`);
  const after = await usageOf(server);
  return { rate: requests.total / duration, cpu: (after.cpu - before.cpu) / requests.total };
}

async function oneRouteServer(body) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./one-route-server.mjs', import.meta.url))],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, BODY: body },
    },
  );
  const [url] = await once(child, 'message');
  return { url, process: child };
}
