import { afterEach, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { invalidInput } from 'svc-registry/kernel';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { describeEachDatabase } from '../databases.js';
import { Carriage, Parcel, parcels, type Carry } from './driven.js';
import { ManualTime } from './manual-time.js';
import { Stage } from './stage.js';

describeEachDatabase('an object that its run drives', (database) => {
  const time = new ManualTime();
  let stage: Stage;
  let carry: Carry;

  afterEach(() => stage.stop());

  const open = async (further: Record<string, string> = {}): Promise<void> => {
    const more = [parcels((attempt) => carry(attempt), further)];
    stage = await Stage.open(await database.create(), { time, more });
  };

  const send = (): Promise<{ parcel: string; run: string }> =>
    stage.units.run(async (manager) => {
      const parcel = crypto.randomUUID();
      await manager.insert(Parcel, { id: parcel, state: 'waiting', version: 1 });
      return { parcel, run: await stage.jobs.enqueue(Carriage, { parcelId: parcel }) };
    });

  const parcelOf = async (id: string): Promise<Parcel> =>
    (await stage.host.get(readDatabaseKey)).manager.findOneByOrFail(Parcel, { id });
  const runOf = async (id: string): Promise<Carriage> =>
    (await stage.host.get(readDatabaseKey)).manager.findOneByOrFail(Carriage, { id });
  const reaches = (id: string, state: string) =>
    stage.until(async () => (await parcelOf(id)).state === state);
  const set = (id: string, state: string) =>
    stage.units.run((manager) => manager.update(Parcel, { id }, { state }));

  /** Work that goes on until it is interrupted. */
  const obedient: Carry = ({ signal }) =>
    new Promise((_done, failed) => {
      signal.addEventListener('abort', () => {
        failed(signal.reason as Error);
      });
    });

  /** Whether another session waits for what the unit of work holds. */
  const isBlocked = async (manager: EntityManager): Promise<boolean> => {
    const waits =
      'SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))';
    return (await manager.query<unknown[]>(waits)).length > 0;
  };

  it('goes with it to its end, in the same unit of work', async () => {
    let end = (): void => undefined;
    carry = async () => {
      await new Promise<void>((done) => {
        end = done;
      });
      return undefined;
    };
    await open();
    const { parcel, run } = await send();
    await reaches(parcel, 'moving');
    expect(await runOf(run)).toMatchObject({ state: 'running' });
    end();
    await reaches(parcel, 'arrived');
    expect(await runOf(run)).toMatchObject({ state: 'completed' });
    expect(await parcelOf(parcel)).toMatchObject({ version: 3 });
  });

  it('does not move with a result that cannot be written', async () => {
    const seen: string[] = [];
    let parcel = '';
    carry = ({ number }) =>
      Promise.resolve(async (manager) => {
        seen.push((await manager.findOneByOrFail(Parcel, { id: parcel })).state);
        if (number === 1) throw new Error('no room');
      });
    await open();
    ({ parcel } = await send());
    await reaches(parcel, 'waiting');
    await stage.until(async () => {
      await time.pass(15);
      return (await parcelOf(parcel)).state === 'arrived';
    });
    expect(seen).toEqual(['arrived', 'arrived']);
  });

  it('is lost with it, and sent again by its retry', async () => {
    carry = () => Promise.reject(invalidInput({ what: 'Not like this.' }));
    await open();
    const { parcel, run } = await send();
    await reaches(parcel, 'lost');
    carry = () => Promise.resolve(undefined);
    await stage.jobs.retry(Carriage, run);
    await reaches(parcel, 'arrived');
  });

  it('waits for the next attempt, and when its process stops', async () => {
    carry = (attempt) =>
      attempt.number === 1 ? Promise.reject(new Error('not now')) : obedient(attempt);
    await open();
    const { parcel, run } = await send();
    await stage.until(async () => (await runOf(run)).failures === 1);
    expect(await parcelOf(parcel)).toMatchObject({ state: 'waiting' });
    await stage.until(async () => {
      await time.pass(15);
      return (await parcelOf(parcel)).state === 'moving';
    });
    const stopped = stage.stopWorking();
    await time.pass(8);
    await stopped;
    expect(await parcelOf(parcel)).toMatchObject({ state: 'waiting' });
  });

  it('is stopped when it is cancelled, also before it begins', async () => {
    carry = obedient;
    await open();
    const going = await send();
    await reaches(going.parcel, 'moving');
    await stage.jobs.cancel(Carriage, going.run);
    await reaches(going.parcel, 'stopped');
    const waiting = await stage.units.run(async () => {
      const sent = await send();
      await stage.jobs.cancel(Carriage, sent.run);
      return sent;
    });
    expect(await parcelOf(waiting.parcel)).toMatchObject({ state: 'stopped' });
  });

  it('is left as it is when it cannot follow, and does not keep its run from ending', async () => {
    carry = () => Promise.resolve(undefined);
    await open();
    const { parcel, run } = await stage.units.run(async (manager) => {
      const sent = await send();
      await manager.update(Parcel, { id: sent.parcel }, { state: 'stopped' });
      return sent;
    });
    const gone = await stage.units.run(async (manager) => {
      const sent = await send();
      await manager.delete(Parcel, { id: sent.parcel });
      return sent;
    });
    for (const id of [run, gone.run])
      await stage.until(async () => (await runOf(id)).state === 'completed');
    expect(await parcelOf(parcel)).toMatchObject({ state: 'stopped', version: 1 });
    expect(stage.log).toContainEqual(
      expect.objectContaining({
        message: 'an object has not followed its run',
        fields: expect.objectContaining({
          run,
          error: expect.objectContaining({ code: 'wrong_state' }),
        }),
      }),
    );
  });

  it('follows when something else changes it at the same moment', async () => {
    let end = (): void => undefined;
    carry = async () => {
      await new Promise<void>((done) => {
        end = done;
      });
      return undefined;
    };
    await open();
    const { parcel, run } = await send();
    await reaches(parcel, 'moving');
    await stage.units.run(async (manager) => {
      await manager.increment(Parcel, { id: parcel }, 'version', 1);
      end();
      if (database.engine === 'postgres') await stage.until(() => isBlocked(manager));
    });
    await stage.until(async () => (await runOf(run)).state !== 'running');
    expect(await runOf(run)).toMatchObject({ state: 'completed', error: null });
    expect(await parcelOf(parcel)).toMatchObject({ state: 'arrived', version: 4 });
  });

  it('refuses a retry that its state does not allow', async () => {
    carry = () => Promise.reject(invalidInput({ what: 'Not like this.' }));
    await open();
    const { parcel, run } = await send();
    await reaches(parcel, 'lost');
    await set(parcel, 'stopped');
    await expect(stage.jobs.retry(Carriage, run)).rejects.toMatchObject({
      code: 'wrong_state',
      message: expect.stringContaining('parcel'),
    });
    expect(await runOf(run)).toMatchObject({ state: 'failed' });
  });

  it.each([
    ['the machine that it drives', { completed: 'vanish' }],
    ['runs', { vanish: 'lose' }],
  ])('knows no event that %s does not have', async (who, further) => {
    await open(further);
    expect(stage.log).toContainEqual(
      expect.objectContaining({
        fields: expect.objectContaining({
          error: expect.objectContaining({
            code: 'kind_refused',
            message: expect.stringMatching(`${who} ha.* no event "vanish"`),
          }),
        }),
      }),
    );
  });
});
