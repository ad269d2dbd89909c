import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PROGRAM } from '../../tools/scratch.mjs';
import { median } from './median.mjs';
import { ToolClient } from './tool-client.mjs';

const ROUNDS = 25;
const CALLS = 300;
const WARM = 500;
const START = [PROGRAM, 'mcp', 'start'];
const ECHO_SERVER = fileURLToPath(new URL('echo-server.mjs', import.meta.url));
const ECHO_CALL = { name: 'echo', arguments: { text: 'Say the same again, please.' } };
/** Milliseconds until a server that has answered is at rest. */
const REST = 1_000;

/** The tool server beside bare node, and a tool that does nothing beside the same tool on a server of the bare SDK. */
export async function measureToolServer(scratch) {
  return [...(await starts(scratch)), ...(await calls(scratch))];
}

async function starts({ env, folder: cwd }) {
  const times = { bare: [], started: [], listed: [] };
  const memory = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.bare.push(bareNode());
    const { client, time } = await ToolClient.measured(START, { cwd, env });
    times.started.push(time);
    times.listed.push(await client.timed('tools/list'));
    if (round < 5) {
      await wait(REST);
      memory.push(client.memory());
    }
    await client.close();
  }
  const [bare, started, listed] = [times.bare, times.started, times.listed].map(median);
  const comparedWith = `\`node -e 0\` ${bare.toFixed(0)} ms`;
  return [
    row('`svc mcp start`, spawn to answered `initialize`', {
      measured: `${started.toFixed(0)} ms (+${(started - bare).toFixed(0)})`,
      comparedWith,
      budget: '+80 ms',
      within: started - bare <= 80,
    }),
    row('`tools/list` after it', {
      measured: `${listed.toFixed(1)} ms`,
      comparedWith: '',
      budget: '5 ms',
      within: listed <= 5,
    }),
    memoryRow(memory),
  ];
}

function bareNode() {
  const started = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - started;
}

function memoryRow(all) {
  const what = 'memory at rest, tools listed';
  if (all.some((one) => one === undefined))
    return {
      what,
      measured: 'skipped',
      comparedWith: 'the system does not say',
      budget: '',
      skipped: true,
    };
  const held = median(all);
  return row(what, {
    measured: `${held.toFixed(0)} MB`,
    comparedWith: '',
    budget: '90 MB',
    within: held < 90,
  });
}

/** Batches of calls one after the other, the two servers in turn: what else the machine does meets both. */
async function calls(scratch) {
  const env = await withEchoModule(scratch);
  const own = (await ToolClient.measured(START, { cwd: scratch.folder, env })).client;
  const bare = (await ToolClient.measured([ECHO_SERVER], { cwd: scratch.folder, env })).client;
  const times = new Map([
    [own, []],
    [bare, []],
  ]);
  for (const client of times.keys())
    for (let call = 0; call < WARM; call++) await client.timed('tools/call', ECHO_CALL);
  for (let round = 0; round < 10; round++) {
    for (const [client, all] of times)
      for (let call = 0; call < CALLS; call++)
        all.push(await client.timed('tools/call', ECHO_CALL));
  }
  for (const client of times.keys()) await client.close();
  const [ours, theirs] = [own, bare].map((client) => median(times.get(client)));
  const ratio = ours / theirs;
  return [
    row('call of a tool that does nothing', {
      measured: `${(ours * 1000).toFixed(0)} µs (ratio ${ratio.toFixed(2)})`,
      comparedWith: `the same tool on a server of the bare SDK ${(theirs * 1000).toFixed(0)} µs`,
      budget: 'ratio 1.5',
      within: ratio <= 1.5,
    }),
  ];
}

/** A user's folder whose configuration names the module, as `svc modules add` leaves it. */
async function withEchoModule(scratch) {
  const home = scratch.makeFolder('home-with-echo');
  const env = { ...scratch.env, HOME: home, USERPROFILE: home, SVC_HOME: join(home, '.svc') };
  const place = join(home, '.svc', 'node_modules', 'svc-module-echo');
  mkdirSync(place, { recursive: true });
  cpSync(fileURLToPath(new URL('../fixtures/modules/echo', import.meta.url)), place, {
    recursive: true,
  });
  const { code, stderr } = await scratch.svc(['modules', 'add', 'svc-module-echo'], { env });
  if (code !== 0) throw new Error(`the module cannot be added:\n${stderr}`);
  return env;
}

const row = (what, more) => ({ what, ...more });
