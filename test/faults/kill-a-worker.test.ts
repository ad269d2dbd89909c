import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn, shareOf } from '../contract/databases-by-day.js';
import { countsOf } from './harness/counts.js';
import { LetterOffice, type LetterRow } from './harness/letter-office.js';
import { between, rounds, wait } from './harness/rounds.js';
import { pointsOf } from './points.js';
import { until } from '../until.js';

const LETTERS = 5;
const LEASE_MS = 1_000;

describeByDayOn(
  'postgres',
  'a process that works in the background, killed in the middle of it',
  (database) => {
    let office: LetterOffice;
    const sent: string[] = [];
    const counts = countsOf(`K4 kill a worker, ${database.label}`);

    beforeAll(async () => {
      office = await LetterOffice.open(database);
      if (database.engine === 'postgres') await office.startCarrier();
    });

    afterAll(() => office.close());

    /** Everything that was sent has come to its one end, with one delivery. */
    const judge = async (): Promise<Map<string, LetterRow>> => {
      const runs = await office.until((all) =>
        sent.every((id) => all.get(id)?.state === 'completed'),
      );
      expect((await office.deliveries()).sort()).toEqual([...sent].sort());
      expect(runs.size).toBe(sent.length);
      return runs;
    };

    const send = async (...ms: readonly number[]): Promise<string[]> => {
      const ids = await office.send(...ms);
      sent.push(...ids);
      counts.add('runs', ids.length);
      return ids;
    };

    it('loses no run and ends none twice', async () => {
      for (let round = 0; round < rounds(2, 200); round += 1) {
        await send(...Array.from({ length: LETTERS }, () => between(0, 800)));
        await wait(between(0, 600));
        await office.killCarrier();
        counts.add('kills');
        // a commit that the dead one had sent off is through, and the first sweep of the next one finds the leases expired
        if (database.engine === 'postgres') await wait(LEASE_MS);
        const killed = await office.runs();
        await office.startCarrier();
        const ended = await judge();
        for (const { id, state, attempt, failures } of killed) {
          const after = ended.get(id)!;
          const more =
            state === 'completed'
              ? { attempt, failures }
              : { attempt: attempt + 1, failures: failures + Number(state === 'running') };
          expect({ id, attempt: after.attempt, failures: after.failures }).toEqual({ id, ...more });
          if (state === 'running') counts.add('taken over');
        }
      }
    });

    it.each(shareOf(pointsOf('kill-a-worker'), database))(
      'leaves the $leaves state: $meaning',
      async ({ name, leaves }) => {
        for (let round = 0; round < rounds(1, 10); round += 1) {
          await office.killCarrier();
          await office.startCarrier({ SVC_FAULT: name });
          const [id] = await send(0);
          await office.carrierDied();
          counts.add('deaths');
          const before = (await office.runs()).find((run) => run.id === id);
          expect(before).toMatchObject({
            state: leaves === 'new' ? 'completed' : 'running',
            attempt: 1,
          });
          expect((await office.deliveries()).includes(id!)).toBe(leaves === 'new');
          if (database.engine === 'postgres') await wait(LEASE_MS);
          await office.startCarrier();
          expect((await judge()).get(id!)).toMatchObject({ attempt: leaves === 'new' ? 1 : 2 });
        }
      },
    );

    if (database.engine === 'postgres') {
      it('that was frozen while another took over, is refused when it wakes up', async () => {
        await office.killCarrier();
        const frozen = await office.worker();
        const [id] = (await send(2 * LEASE_MS)) as [string];
        await office.until((runs) => runs.get(id)?.state === 'running');
        await office.freeze(frozen);
        await wait(LEASE_MS);
        await office.startCarrier();
        expect((await judge()).get(id)).toMatchObject({ attempt: 2 });
        frozen.child.kill('SIGCONT');
        await until(() => frozen.stderr().includes('"event":"refused"'));
        expect((await judge()).get(id)).toMatchObject({ state: 'completed', attempt: 2 });
        frozen.child.kill('SIGKILL');
      });

      it('leaves its run to the sweep of a server that does not work itself', async () => {
        const [id] = (await send(30_000)) as [string];
        await office.until((runs) => runs.get(id)?.state === 'running');
        const other = await office.worker();
        await office.killCarrier();
        expect((await judge()).get(id)).toMatchObject({ attempt: 2, failures: 1 });
        other.child.kill('SIGKILL');
      });
    }
  },
);
