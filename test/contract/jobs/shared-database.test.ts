import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { postgresPoolKey } from '../../../modules/persistence/contract/db/postgres-pool.js';
import { describeEachDatabase, type DatabaseLocation } from '../databases.js';
import { ManualTime } from './manual-time.js';
import { heldPart } from './parts.js';
import { ScriptedRun, trace } from './scripted.js';
import { Stage } from './stage.js';

interface Job {
  readonly key: string | null;
  readonly attempts: number;
  readonly max_attempts: number;
}

describeEachDatabase('several processes that do background work', (database) => {
  if (database.engine === 'sqlite') {
    it('cannot share an SQLite database, so none may leave the work to others', async () => {
      await expect(Stage.build(await database.create(), { concurrency: 0 })).rejects.toMatchObject({
        code: 'bad_setting',
      });
    });
    return;
  }

  const stages: Stage[] = [];
  let location: DatabaseLocation;
  const time = new ManualTime();

  const open = async (count: number, concurrency = 2): Promise<Stage[]> => {
    location = await database.create();
    const opened = await Promise.all(
      Array.from({ length: count }, () => Stage.open(location, { time, concurrency })),
    );
    stages.push(...opened);
    return opened;
  };

  const query = async <T extends pg.QueryResultRow>(statement: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: location.url });
    await client.connect();
    return (await client.query<T>(statement).finally(() => client.end())).rows;
  };
  const queueSchema = (): string =>
    `${/search_path=(\w+)/.exec(decodeURIComponent(location.url))![1]!}_graphile_worker`;
  const jobs = (): Promise<Job[]> =>
    query<Job>(`SELECT key, attempts, max_attempts FROM ${queueSchema()}.jobs`);

  afterEach(async () => {
    await Promise.all(stages.splice(0).map((stage) => stage.stop()));
  });

  it('share it: each run is done once', async () => {
    const [one, two] = (await open(2)) as [Stage, Stage];
    const workers = new Map<string, number>();
    for (const stage of [one, two]) {
      stage.script.set('count', (run) => {
        workers.set(run.id, (workers.get(run.id) ?? 0) + 1);
        return Promise.resolve(trace(run, 'done'));
      });
    }
    const ids = await Promise.all(Array.from({ length: 30 }, () => one.enqueue('count')));
    for (const id of ids) await one.reaches(id, 'completed');
    expect([...workers.values()]).toEqual(ids.map(() => 1));
    expect(await two.traces()).toHaveLength(30);
    await one.until(async () => (await jobs()).length === 0);
  });

  it('take over from one that has gone silent; its late answer is refused', async () => {
    const [silent, other] = (await open(2)) as [Stage, Stage];
    const held = heldPart((run) => Promise.resolve(trace(run, 'from the grave')));
    for (const stage of [silent, other]) stage.script.set('slow', held.part);
    const id = await silent.enqueue('slow');
    await silent.until(() => held.begun.length === 1);
    for (const stage of [silent, other])
      stage.script.set('slow', (run, { number }) =>
        Promise.resolve(trace(run, `attempt ${number}`)),
      );
    // nobody has renewed it for a minute; the sweep comes before the silent one looks at the clock again
    await silent.change(id, { leaseUntil: new Date(time.clock().getTime() - 1) });
    await other.sweep();
    expect(await other.reaches(id, 'completed')).toMatchObject({ attempt: 2, failures: 1 });
    held.letGo();
    await Promise.all([silent.stopWorking(), other.stopWorking(), time.pass(10)]);
    expect(await other.row(id)).toMatchObject({ state: 'completed', attempt: 2 });
    expect(await other.traces()).toEqual(['attempt 2']);
    expect([silent, other].flatMap(({ log }) => log)).toContainEqual(
      expect.objectContaining({
        fields: expect.objectContaining({ run: id, attempt: 1, event: 'refused' }),
      }),
    );
  });

  it('cancel what runs in another', async () => {
    const [one, two] = (await open(2, 1)) as [Stage, Stage];
    const signals: AbortSignal[] = [];
    for (const stage of [one, two]) {
      stage.script.set('obey', (_run, { signal }) => {
        signals.push(signal);
        return new Promise((_done, failed) => {
          signal.addEventListener('abort', () => {
            failed(new Error('stopped'));
          });
        });
      });
    }
    const ids = [await one.enqueue('obey'), await one.enqueue('obey')];
    await one.until(() => signals.length === 2 && time.isWaiting(2));
    for (const id of ids) await one.jobs.cancel(ScriptedRun, id);
    await one.until(async () => {
      await time.pass(2);
      return signals.every(({ aborted }) => aborted);
    });
    for (const id of ids) await one.reaches(id, 'cancelled');
  });

  it('may leave the work to others, and still look after what is left behind', async () => {
    const [server] = (await open(1, 0)) as [Stage];
    const id = await server.enqueue('greet');
    await time.pass(60);
    expect(await server.row(id)).toMatchObject({ state: 'queued', attempt: 0 });
    await server.change(id, { state: 'running', attempt: 1, leaseUntil: time.clock() });
    await time.pass(15);
    expect(await server.reaches(id, 'queued')).toMatchObject({ attempt: 1, failures: 1 });
    const worker = await Stage.build(location, { time });
    stages.push(worker);
    worker.script.set('greet', (run) => Promise.resolve(trace(run, 'done by the worker')));
    await worker.work();
    await server.reaches(id, 'completed');
  });

  it('have one job for a run, however often it is given out; a job in dead hands is replaced', async () => {
    const [server] = (await open(1, 0)) as [Stage];
    const id = await server.enqueue('greet');
    await query(`UPDATE ${queueSchema()}._private_jobs SET run_at = now() + interval '1 hour'`);
    await time.pass(15);
    expect(await jobs()).toEqual([{ key: `scripted.run/${id}`, attempts: 0, max_attempts: 5 }]);
    // taken by a worker that died before it claimed the run
    await query(
      `UPDATE ${queueSchema()}._private_jobs SET locked_at = now() - interval '2 minutes', locked_by = 'dead', attempts = 1`,
    );
    await time.pass(15);
    expect((await jobs()).sort((a, b) => a.attempts - b.attempts)).toEqual([
      { key: `scripted.run/${id}`, attempts: 0, max_attempts: 5 },
      { key: null, attempts: 5, max_attempts: 5 },
    ]);
    // what the library itself does after four hours
    await query(
      `UPDATE ${queueSchema()}._private_jobs SET locked_at = NULL, locked_by = NULL WHERE key IS NULL`,
    );
    time.jump(24 * 60 * 60);
    await time.pass(15);
    expect(await jobs()).toHaveLength(1);
  });

  it('go on when another queue in the same database is upgraded', async () => {
    const [stage] = (await open(1)) as [Stage];
    stage.script.set('greet', (run) => Promise.resolve(trace(run, 'done')));
    await stage.reaches(await stage.enqueue('greet'), 'completed');
    await query(`SELECT pg_notify('worker:migrate', '{"migrationNumber": 99, "breaking": true}')`);
    await stage.reaches(await stage.enqueue('greet'), 'completed');
    expect(stage.log.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  });

  it('go on when their connections break', async () => {
    const [stage] = (await open(1)) as [Stage];
    stage.script.set('greet', (run) => Promise.resolve(trace(run, 'done')));
    await stage.reaches(await stage.enqueue('greet'), 'completed');
    const pool = (await stage.host.get(postgresPoolKey)) as unknown as {
      readonly _clients: readonly { readonly processID: number }[];
    };
    const broken = pool._clients.map(({ processID }) => processID);
    expect(broken.length).toBeGreaterThan(0);
    await query(`SELECT pg_terminate_backend(pid) FROM unnest(ARRAY[${broken.join()}]) AS pid`);
    const again = (): Promise<string> => stage.enqueue('greet').catch(again);
    await stage.reaches(await again(), 'completed');
    expect(stage.log.map(({ message }) => message)).toContain('a database connection broke');
  });
});
