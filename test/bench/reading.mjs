import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { pluginArchive } from './archive.mjs';
import { median } from './median.mjs';
import { bearer, publish } from './registry-client.mjs';

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 10;
const RATIO = 0.25;
const STATEMENTS = 2;
const SAMPLES = 20;

/** A plugin's metadata, read by strangers, against an express server with one route that answers the same bytes. */
export async function measureReading(scratch) {
  await publish(scratch, await bearer(scratch), await pluginArchive('bench/read', '1.0.0', 5));
  const url = `${scratch.origin}/v1/tiles/bench/read`;
  const statements = await statementsPerRead(scratch, url);
  const bare = await oneRouteServer(await (await fetch(url)).text());
  try {
    const [ours, theirs] = await interleaved(url, bare.url);
    const ratio = ours / theirs;
    return [
      {
        what: 'GET of plugin metadata',
        measured: `${ours.toFixed(0)}/s (ratio ${ratio.toFixed(2)})`,
        comparedWith: `express with one route ${theirs.toFixed(0)}/s`,
        budget: `ratio ${RATIO}`,
        within: ratio >= RATIO,
      },
      {
        what: 'statements for that read',
        measured: statements.toFixed(1),
        comparedWith: `mean of ${SAMPLES}`,
        budget: `${STATEMENTS}`,
        within: statements <= STATEMENTS,
      },
    ];
  } finally {
    bare.stop();
  }
}

async function statementsPerRead(scratch, url) {
  await (await fetch(url)).text(); // modules start on first use
  const before = await countOf(scratch.server);
  for (let index = 0; index < SAMPLES; index++) await (await fetch(url)).text();
  return ((await countOf(scratch.server)) - before) / SAMPLES;
}

async function countOf(server) {
  server.send('statements');
  const [count] = await once(server, 'message');
  return count;
}

async function interleaved(...urls) {
  const rates = urls.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, url] of urls.entries()) rates[index].push(await rateOf(url));
  }
  return rates.map(median);
}

async function rateOf(url) {
  const { requests, non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were not 2xx, ${errors} failed`);
  return requests.average;
}

async function oneRouteServer(body) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./one-route-server.mjs', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, BODY: body },
  });
  const [url] = await once(child, 'message');
  return { url, stop: () => child.kill() };
}
