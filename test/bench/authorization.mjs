import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { Scratch } from '../../tools/scratch.mjs';
import { pluginArchive } from './archive.mjs';
import { median } from './median.mjs';
import { onPostgres, postgresUrl, withoutPostgres } from './postgres.mjs';
import { bearer, publish } from './registry-client.mjs';
import { usageOf } from './usage.mjs';

const ROUNDS = 20;
const SECONDS = 1;
const CONNECTIONS = 10;
const BUDGET = 0.15;

/** What it costs to know the caller, to decide, and to check the input: a read of a private plugin with and without, on both databases. */
export async function measureAuthorization() {
  const rows = await measureOn('SQLite', {});
  if (postgresUrl === undefined)
    return [
      ...rows,
      {
        what: 'authorization and validation, PostgreSQL',
        measured: '',
        budget: '',
        ...withoutPostgres,
      },
    ];
  return [...rows, ...(await onPostgres((env) => measureOn('PostgreSQL', env)))];
}

async function measureOn(database, env) {
  const scratch = new Scratch('authorization');
  try {
    const tokens = await withPlugin(scratch, env);
    const rows = [];
    for (const [credential, token] of Object.entries(tokens)) {
      rows.push(
        ...(await measureWith(scratch, { env, token, label: `${credential}, ${database}` })),
      );
    }
    return rows;
  } finally {
    await scratch.stop();
    rmSync(scratch.folder, { recursive: true, force: true });
  }
}

/** A private plugin, and who may read it. */
async function withPlugin(scratch, env) {
  await scratch.startServer({ env });
  await scratch.signInFirstAdministrator();
  await scratch.json(['workspace', 'create', 'bench']);
  const key = await bearer(scratch);
  await publish(scratch, key, await pluginArchive('bench/read', '1.0.0', 5, { private: true }));
  const session = await signIn(scratch);
  await scratch.stop();
  return { session, 'API key': key };
}

async function signIn({ origin }) {
  const body = JSON.stringify({ email: 'admin@example.com', password: 'correct horse battery' });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${origin}/v1/auth/sessions`, { method: 'POST', headers, body });
  return (await response.json()).data.token;
}

async function measureWith(scratch, { env, token, label }) {
  const server = spawn(
    process.execPath,
    [
      ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []),
      fileURLToPath(new URL('./two-ways-server.mjs', import.meta.url)),
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...scratch.env, ...env },
    },
  );
  try {
    const [{ checked, bare }] = await once(server, 'message');
    const ours = { server, token, url: `${checked}/v1/tiles/bench/read` };
    const theirs = { server, token, url: `${bare}/v1/tiles/bench/read` };
    return rowsOf(await interleaved(ours, theirs), label);
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
}

/** Medians over all rounds but the first two, in which code is still being compiled; the sides take turns in going first. */
async function interleaved(...sides) {
  const loads = sides.map(() => []);
  for (let round = 0; round < ROUNDS + 2; round++) {
    const turns = [...sides.entries()];
    for (const [index, side] of round % 2 === 0 ? turns : turns.reverse())
      loads[index].push(await loadOf(side));
  }
  const over = (rounds, name) => median(rounds.slice(2).map((load) => load[name]));
  return loads.map((rounds) => ({ time: over(rounds, 'time'), cpu: over(rounds, 'cpu') }));
}

async function loadOf({ server, url, token }) {
  const before = await usageOf(server);
  const headers = { authorization: `Bearer ${token}` };
  const { requests, duration, non2xx, errors } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (non2xx + errors > 0)
    throw new Error(`${url}: ${non2xx} answers were not 2xx, ${errors} failed`);
  const after = await usageOf(server);
  return {
    time: (duration * 1e6) / requests.total,
    cpu: (after.cpu - before.cpu) / requests.total,
  };
}

function rowsOf([checked, bare], label) {
  return [
    row('time', `authorization and validation: ${label}`),
    row('cpu', 'processor time of that'),
  ];
  function row(name, what) {
    const share = checked[name] / bare[name] - 1;
    return {
      what,
      measured: `${checked[name].toFixed(0)} µs a request (+${(share * 100).toFixed(0)} %)`,
      comparedWith: `the same route without ${bare[name].toFixed(0)} µs`,
      budget: `+${BUDGET * 100} %`,
      within: share <= BUDGET,
    };
  }
}
