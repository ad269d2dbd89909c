/** Launches in the cloud that are followed, and what they print. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LaunchView } from '../../modules/launch/contract/launch-view.js';
import type { RunOptions, Started } from '../e2e/program.js';
import { describeCloudByDayOn, describeCloudOnSqlite } from '../describe-cloud.js';
import { until } from '../until.js';
import {
  CloudLaunches,
  instructionsOf,
  SUCCEEDS,
  SVC_SECRET_KEY,
  type LogLine,
} from './harness/cloud-launches.js';
import { countsOf } from './harness/counts.js';
import { LONG } from './harness/rounds.js';

/** Megabytes that an agent writes as fast as it can. */
const FLOOD = LONG ? 2000 : 200;

const FAILS = { result: { status: 'failed', summary: 'No.', reason: 'Because.' } } as const;

/** Everything that could act on a terminal, but line feeds and tabs. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

describeCloudOnSqlite('a launch in the cloud', (database) => {
  let cloud: CloudLaunches;

  beforeAll(async () => {
    cloud = await CloudLaunches.open(database, { SVC_LONG_JOB_CONCURRENCY: '2' });
  });
  afterAll(() => cloud.close());

  const launch = (
    steps: readonly object[],
    more: readonly string[] = [],
    options: RunOptions = {},
  ): Started =>
    cloud.registry.program.start(
      [
        ...['launch', 'skill', 'file:skills/any', '--cloud', '--repo', cloud.git.url('acme/shop')],
        ...['--agent', 'scripted', '--workspace', 'acme'],
        ...['--instructions', instructionsOf(steps), ...more],
      ],
      { input: '', ...options },
    );
  const svc = (...line: readonly string[]) => cloud.registry.program.run(line);

  it('goes on when Ctrl+C ends the command, which names the one that resumes', async () => {
    const following = launch([{ sleep: 4 }, SUCCEEDS]);
    await until(() => following.stderr().includes('Launched '));
    following.child.kill('SIGINT');
    const { code, stderr } = await following.finished;
    expect({ code, stderr }).toMatchObject({ code: 130 });
    const [, line] = /Follow it again with `svc ([^`]+)`/.exec(stderr) ?? [];
    const resumed = await svc(...line!.split(' '), '--json');
    expect(resumed).toMatchObject({ code: 0 });
    expect(JSON.parse(resumed.stdout)).toMatchObject({ status: 'completed', ...SUCCEEDS });
  });

  it('goes on when nobody waits any longer, which is no failure', async () => {
    const env = { SVC_LAUNCH_WATCH_MINUTES: '0.03' };
    const { code, stdout, stderr } = await launch([{ sleep: 60 }], ['--json'], { env }).finished;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain('The run goes on.');
    const { launchRunId: id, ...answer } = JSON.parse(stdout) as LaunchView;
    expect(answer).toEqual({ status: 'running', result: null });
    const lines = await Promise.all([1, 2].map(() => svc('launch', 'cancel', id!, '--json')));
    for (const each of lines) expect(each).toMatchObject({ code: 0 });
    const ended = await cloud.ended(id!);
    expect(ended).toMatchObject({ status: 'cancelled', result: null, failureReason: null });
    expect(JSON.parse((await svc('launch', 'cancel', id!, '--json')).stdout)).toEqual(ended);
    expect(await svc('launch', 'view', id!)).toMatchObject({ code: 8 });
  });

  it('is named at once with --no-wait', async () => {
    const { code, stdout } = await launch([SUCCEEDS], ['--no-wait']).finished;
    expect(code).toBe(0);
    const [id = ''] = /[0-9a-f-]{36}/.exec(stdout) ?? [];
    expect(await cloud.ended(id)).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['succeeds', [SUCCEEDS], { status: 'completed', result: SUCCEEDS.result }, 0],
    ['fails', [FAILS], { status: 'completed', result: FAILS.result }, 8],
    [
      'ends its sandbox',
      [{ run: 'kill -9 -1' }],
      { status: 'completed', result: expect.objectContaining({ status: 'failed' }) },
      8,
    ],
  ])('that %s is one document, and an exit code', async (...[, steps, answer, exit]) => {
    const { code, stdout } = await launch(steps, ['--json']).finished;
    expect(JSON.parse(stdout)).toEqual({ launchRunId: expect.any(String), ...answer });
    expect(code).toBe(exit);
  });

  it('that is cancelled meanwhile ends the waiting with 8', async () => {
    const following = launch([{ sleep: 60 }], ['--json']);
    const id = await until(() => /Launched (\S+)\./.exec(following.stderr())?.[1]);
    await until(async () => (await cloud.view(id)).status === 'running');
    await svc('launch', 'cancel', id);
    const { code, stdout } = await following.finished;
    expect(JSON.parse(stdout)).toEqual({ launchRunId: id, status: 'cancelled', result: null });
    expect(code).toBe(8);
  });

  it('is started once for a key, however often it is asked for', async () => {
    const headers = { 'idempotency-key': 'only-once' };
    const given = { instructions: instructionsOf([SUCCEEDS]) };
    const all = await Promise.all([1, 2, 3, 4].map(() => cloud.start(given, headers)));
    all.push(await cloud.start(given, headers));
    const ids = all.flatMap(({ status, body }) => (status === 201 ? [body.launchRunId] : []));
    expect(new Set(ids).size).toBe(1);
    for (const { status } of all) expect([201, 409]).toContain(status);
    await cloud.ended(ids[0]!);
  });

  it('prints nothing that acts on a terminal, and keeps what was printed', async () => {
    const odd = '\u001b[31mred\u001b]0;title\u0007 \u009b2J \u009d0;x\u009c \b\r\u202e \u{1f600}';
    const run = await cloud.run([{ print: odd }, { warn: odd }, FAILS]);
    const { stdout } = await svc('launch', 'logs', run.launchRunId);
    expect(stdout).not.toMatch(CONTROLS);
    expect(stdout).toContain('\\u001b[31mred\\u001b]0;title\\u0007 \\u009b2J');
    expect(await cloud.log(run.launchRunId)).toContain(odd);
  });

  it('stores wide characters in entries of 64 KiB at most, and divides none', async () => {
    const wide = "process.stdout.write('a' + '\\u{1f600}'.repeat(60000) + '\\u20ac'.repeat(60000))";
    const run = await cloud.run([{ run: `node -e "${wide}"` }, SUCCEEDS]);
    const entries = await cloud.entries(run.launchRunId);
    for (const { text } of entries) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
    const text = entries.map((entry) => (entry.stream === 'stdout' ? entry.text : '')).join('');
    expect(text === `a${'\u{1f600}'.repeat(60000)}${'\u20ac'.repeat(60000)}`).toBe(true);
  });
});

/** Megabytes that a process holds. */
const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describeCloudByDayOn('sqlite', 'an agent that writes without end', (database) => {
  let cloud: CloudLaunches;
  let worker: number;
  const counts = countsOf(`output of agents, ${database.label}`);

  beforeAll(async () => {
    const alone = database.engine === 'postgres';
    const elsewhere = { SVC_JOB_CONCURRENCY: '0', SVC_LONG_JOB_CONCURRENCY: '0' };
    cloud = await CloudLaunches.open(database, alone ? elsewhere : {});
    const { program, server } = cloud.registry;
    const env = { SVC_OUTBOUND_ALLOW: cloud.git.origin, SVC_SECRET_KEY };
    worker = (alone ? await program.work([], { env }) : server).child.pid!;
  });
  afterAll(() => cloud.close());

  it(`fills its log, which says so, while followers keep up: ${FLOOD} MB`, async () => {
    const before = residentMb(worker);
    const tick = 'while :; do echo "at $(date +%s%3N)"; sleep 0.1; done';
    const id = await cloud.begin([
      { run: `(${tick}) >&2 & sleep 1; head -c 7000000 /dev/zero | tr '\\0' x; sleep 1; kill $!` },
      { flood: FLOOD },
      { print: 'the end' },
      SUCCEEDS,
    ]);
    const printing = cloud.registry.program.start(['launch', 'logs', id], { input: '' });
    let [most, behind] = [0, 0];
    const all: LogLine[] = [];
    for (let over = false; !over || all.length === 0;) {
      over = (await cloud.view(id)).finishedAt !== null;
      const more = await cloud.entries(id, all.length);
      const [, at] = /at (\d+)\n$/.exec(more.at(-1)?.text ?? '') ?? [];
      if (at !== undefined) behind = Math.max(behind, Date.now() - Number(at));
      all.push(...more);
      most = Math.max(most, residentMb(worker));
    }
    expect(await cloud.view(id)).toMatchObject({ status: 'completed', result: SUCCEEDS.result });
    all.push(...(await cloud.entries(id, all.length)));
    const text = all.map((entry) => entry.text).join('');
    expect(text.length).toBeLessThan(8.1 * 1024 * 1024);
    expect(text).toMatch(/the rest is left out\.\nScripted agent ended with exit code 0\.\n$/);
    expect(all.map(({ n }) => n)).toEqual(all.map((_, index) => index + 1));
    const { code, stdout } = await printing.finished;
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(8 * 1024 * 1024);
    counts.add('MB at most', Math.round(most));
    counts.add('MB before', Math.round(before));
    counts.add('ms behind at most', behind);
    // on SQLite the worker is the server, which has more to do; what is kept does not grow with the output
    expect(most - before).toBeLessThan(150);
  }, 240_000);
});
