import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { itByDayOn, shareOf } from '../contract/databases-by-day.js';
import { describeCloud } from '../describe-cloud.js';
import { until } from '../until.js';
import { countsOf } from './harness/counts.js';
import { LaunchServer, REPOSITORY, type Launched } from './harness/launch-server.js';
import { endLaunchLeases, type LaunchRow } from './harness/launch-rows.js';
import { between, LONG, rounds, wait } from './harness/rounds.js';
import { pointsOf } from './points.js';

const QUEUED = 'launch.run-queued';
const ENDED = 'launch.end-written';
/** Those that every launch passes on the process that performs it. */
const points = pointsOf('kill-a-cloud-launch').filter(
  ({ name }) => name !== QUEUED && name !== ENDED,
);

/** From here another attempt does everything again. */
const repeated = [
  'jobs.run-claimed',
  ...points.filter(({ leaves }) => leaves === 'old').map(({ name }) => name),
];
/** No point: the agent has left its mark, and would go on. */
const AGENT = 'while the agent runs';
/** From here the agent may have done something. */
const unrepeated = [
  AGENT,
  ...points.filter(({ leaves }) => leaves === 'new').map(({ name }) => name),
  'jobs.work-done',
];
const steps = [...repeated, ...unrepeated, 'jobs.run-ended'];
const itAtNight = LONG ? it : it.skip;

/** Git needs a moment for it, and its patch is not too large. */
const SLOW_CHANGE = 'head -c 11000000 /dev/urandom > noise';
/** Launches that wait for their leases at the same time. */
const VICTIMS = 6;

const vanished = { state: 'failed', failure: { code: 'worker_vanished' } };

function endAfter(step: string): object {
  if (repeated.includes(step)) return { state: 'completed', attempt: 2 };
  return { attempt: 1, ...(unrepeated.includes(step) ? vanished : { state: 'completed' }) };
}

describeCloud('kill -9 of a launch in the cloud', (database) => {
  let server: LaunchServer;
  const onSqlite = itByDayOn('sqlite', database);
  const onPostgres = itByDayOn('postgres', database);
  const counts = countsOf(`K20 kill a cloud launch, ${database.label}`);

  beforeAll(async () => {
    server = await LaunchServer.open(database);
  });
  afterAll(() => server.close());
  afterEach(() => {
    server.gate.holds = false;
    server.git.refusals.clear();
  });

  /** The launch has one end. */
  const judged = async (launched: Launched): Promise<LaunchRow> => {
    const row = await server.judged(launched);
    counts.add(row.state);
    if (row.attempt > 1) counts.add('taken over');
    return row;
  };
  /** Notes how long it took after a kill that was at this moment. */
  const longest = (what: string, killed: number): void => {
    const ms = Math.round(performance.now() - killed);
    counts.add(what, Math.max(0, ms - counts.of(what)));
  };
  /** A launch whose agent has started, and waits. */
  const atAgent = async (command?: string): Promise<Launched> => {
    server.gate.holds = true;
    const launched = await server.launch(command);
    await server.gate.started(launched.mark);
    return launched;
  };
  /** A launch whose clone has begun, and never ends. */
  const atClone = async (): Promise<Launched> => {
    server.git.refusals.set(REPOSITORY, 'hang');
    const asked = server.git.requests.length;
    const launched = await server.launch();
    await until(() => server.git.requests.length > asked);
    return launched;
  };

  /** A launch at which the process dies: by itself where it is to die, or while the agent runs. */
  const killedAt = async (step: string): Promise<Launched> => {
    const launched = await (step === AGENT ? atAgent() : server.launch());
    await (step === AGENT ? server.kill() : server.died());
    server.gate.holds = false;
    counts.add('deaths');
    return launched;
  };
  const faultAt = (step: string | undefined, passes: number): string | undefined =>
    step === undefined || step === AGENT ? undefined : `${step}:${passes}`;

  it('at each step leaves it with one end, and with one start of its agent', async () => {
    for (let round = 0; round < rounds(1, 5); round += 1) {
      let last: { readonly step: string; readonly launched: Launched } | undefined;
      for (const step of [...shareOf(steps, database), undefined]) {
        // the launch before passes the point first, where it is taken over
        const passes = last !== undefined && repeated.includes(last.step) ? 1 : 0;
        await server.restart(faultAt(step, passes));
        if (last !== undefined) {
          const { step: at, launched } = last;
          expect({ at, ...(await judged(launched)) }).toMatchObject({ at, ...endAfter(at) });
        }
        if (step !== undefined) last = { step, launched: await killedAt(step) };
      }
    }
  });

  onSqlite('before its request is answered leaves one, whoever asks again', async () => {
    await server.works();
    await server.restartServer(QUEUED);
    const launched = await server.launch();
    expect(launched.status).toBeUndefined();
    await server.registry.died();
    counts.add('deaths');
    await server.restartServer();
    await launched.again();
    expect(await judged(launched)).toMatchObject({ state: 'completed' });
  });

  onSqlite('of its sandbox alone does not start its agent again', async () => {
    await server.works();
    const launched = await atAgent();
    const [outer] = await server.sandboxes();
    process.kill(outer!, 'SIGKILL');
    counts.add('sandboxes killed');
    const ended = await judged(launched);
    expect(ended).toMatchObject({ attempt: 1, state: 'completed', result: { status: 'failed' } });
    await server.onlyServers();
  });

  itAtNight('leaves no agent behind where there is no sandbox', async () => {
    await server.restartUnsandboxed();
    const launched = await atAgent();
    await server.kill();
    counts.add('deaths');
    server.gate.holds = false;
    await server.restart();
    expect(await judged(launched)).toMatchObject(vanished);
  });

  onPostgres('and SIGTERM: before its agent starts it is handed back', async () => {
    await server.works();
    const launched = await atClone();
    expect(await server.stop()).toBe(0);
    await server.onlyServers();
    expect(await server.row(launched)).toMatchObject({
      state: 'queued',
      attempt: 1,
      failures: 0,
    });
    server.git.refusals.clear();
    await server.start();
    expect(await judged(launched)).toMatchObject({ state: 'completed', attempt: 2 });
  });

  onSqlite('and SIGTERM: while its agent runs it fails', async () => {
    await server.works();
    const launched = await atAgent();
    expect(await server.stop()).toBe(0);
    await server.onlyServers();
    await server.start();
    const stopped = { state: 'failed', failure: { code: 'worker_stopped' } };
    expect(await judged(launched)).toMatchObject(stopped);
  });

  itAtNight('and SIGTERM: while it ends it fails, or has all of its changes', async () => {
    await server.works();
    for (let round = 0; round < rounds(1, 30); round += 1) {
      const launched = await atAgent(SLOW_CHANGE);
      server.gate.holds = false;
      await wait(between(0, 2_500));
      expect(await server.stop()).toBe(0);
      counts.add('stops');
      await server.start();
      const { failure } = await judged(launched);
      expect(['worker_stopped', undefined]).toContain(failure?.code);
    }
  });

  onPostgres('and its cancellation: at once while it waits, soon while it runs', async () => {
    await server.works();
    const running = await atAgent();
    const waiting = await server.launch();
    expect(await server.cancel(waiting)).toBe('cancelled');
    expect(await judged(waiting)).toMatchObject({ state: 'cancelled', attempt: 0 });
    expect(await server.cancel(running)).toBe('running');
    expect(await judged(running)).toMatchObject({ state: 'cancelled', attempt: 1 });
    await server.onlyServers();
    const cloning = await atClone();
    await server.cancel(cloning);
    expect(await judged(cloning)).toMatchObject({ state: 'cancelled' });
    await server.onlyServers();
    expect(server.gate.startsOf(cloning.mark) + server.gate.startsOf(waiting.mark)).toBe(0);
    counts.add('cancellations', 3);
  });

  onSqlite('and its cancellation at the same time: it is cancelled', async () => {
    await server.works();
    const launched = await atAgent();
    const [said] = await Promise.all([
      server.cancel(launched),
      wait(between(0, 50)).then(() => server.kill()),
    ]);
    await server.restart();
    const { state } = await judged(launched);
    // without an answer the request may have died with the process
    expect(said === undefined ? ['cancelled', 'failed'] : ['cancelled']).toContain(state);
    counts.add('cancellations');
  });

  onPostgres(
    'and its cancellation: once it is cancelled, it is cancelled after another start, too',
    async () => {
      await server.restart(ENDED);
      const launched = await atAgent();
      await server.cancel(launched);
      await server.died();
      counts.add('deaths');
      expect(await server.row(launched)).toMatchObject({ state: 'running', environments: 1 });
      await server.restart();
      expect(await judged(launched)).toMatchObject({ state: 'cancelled', attempt: 1 });
    },
  );

  itAtNight('and its cancellation while it ends: it has one end', async () => {
    await server.works();
    for (let round = 0; round < rounds(2, 30); round += 1) {
      const launched = await atAgent();
      server.gate.holds = false;
      await wait(between(0, 1_000));
      const said = await server.cancel(launched);
      const { state } = await judged(launched);
      expect(said === 'running' ? ['completed', 'cancelled'] : [said]).toContain(state);
      counts.add('cancellations');
    }
  });

  it('at any moment leaves it with one end', async () => {
    await server.works();
    for (let round = 0; round < rounds(1, 30); round += 1) {
      const sent = server.launch();
      await wait(between(0, 4_000));
      await server.kill();
      const killed = performance.now();
      counts.add('kills');
      const launched = await sent;
      await server.restart();
      // without an answer the client does not know, and asks again
      if (launched.status === undefined && (await launched.again()) === undefined) continue;
      await judged(launched);
      longest('ms at most to the end', killed);
    }
  });

  if (database.engine !== 'postgres') return;

  it('or a freeze: who wakes up after another took over leaves it alone', async () => {
    await server.kill();
    const frozen = await server.worker();
    const launched = await atClone();
    frozen.child.kill('SIGSTOP');
    server.git.refusals.clear();
    server.gate.holds = true;
    await endLaunchLeases(server.registry.location);
    await server.worker();
    await server.gate.started(launched.mark);
    frozen.child.kill('SIGCONT');
    await until(() => frozen.stderr().includes('"event":"refused"'));
    server.gate.holds = false;
    expect(await judged(launched)).toMatchObject({ state: 'completed', attempt: 2 });
    counts.add('frozen');
    frozen.child.kill('SIGKILL');
    await frozen.finished;
  });

  // at night only: nothing shortens the lease of a minute
  (LONG ? it : it.skip)('at any moment is noticed by the others', async () => {
    for (let round = 0; round < rounds(1, 30); round += VICTIMS) {
      await server.kill();
      server.gate.holds = true;
      const killed: Promise<{ readonly launched: Launched; readonly at: number }>[] = [];
      for (let victim = 0; victim < VICTIMS; victim += 1) {
        const { child, finished } = await server.worker();
        const launched = await server.launch();
        const kill = async () => {
          await wait(between(0, 6_000));
          child.kill('SIGKILL');
          await finished;
          counts.add('kills');
          return { launched, at: performance.now() };
        };
        killed.push(kill());
      }
      const left = await Promise.all(killed);
      server.gate.holds = false;
      await server.worker();
      await Promise.all(
        left.map(async ({ launched, at }) => {
          const { attempt } = await server.row(launched);
          await until(async () => {
            const row = await server.row(launched);
            return row.state !== 'running' || row.attempt > attempt;
          });
          longest('ms at most until a kill was noticed', at);
        }),
      );
      for (const { launched } of left) await judged(launched);
      await server.onlyServers();
    }
  });
});
