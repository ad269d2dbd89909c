import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { countsOf } from './harness/counts.js';
import { LetterOffice } from './harness/letter-office.js';
import { LONG, rounds } from './harness/rounds.js';

const RUNS = 3;
const RUN_MS = LONG ? 20_000 : 2_000;
const env = { SVC_JOB_DRAIN: '60' };

describeByDayOn('postgres', 'a process that may drain when it is asked to end', (database) => {
  let office: LetterOffice;
  const counts = countsOf(`K8 drain, ${database.label}`);

  beforeAll(async () => {
    office = await LetterOffice.open(database, env);
    if (database.engine === 'postgres') await office.startCarrier(env);
  });

  afterAll(() => office.close());

  it('ends its runs, and none is begun a second time', async () => {
    for (let round = 1; round <= rounds(1, 20); round += 1) {
      const sent = await office.send(...Array.from({ length: RUNS }, () => RUN_MS));
      await office.until((runs) => sent.every((id) => runs.get(id)?.state === 'running'));
      // their leases, of a second, have to be renewed meanwhile
      const codes = await office.stop(RUN_MS + 40_000);
      expect(codes).not.toContain(137);
      const runs = new Map((await office.runs()).map((run) => [run.id, run]));
      for (const id of sent)
        expect(runs.get(id)).toMatchObject({ state: 'completed', attempt: 1, failures: 0 });
      counts.add('stops');
      counts.add('runs ended', RUNS);
      await office.start(env);
    }
    const attempts = (await office.runs()).map(({ attempt }) => attempt);
    counts.add('second attempts', attempts.filter((attempt) => attempt > 1).length);
    expect(await office.deliveries()).toHaveLength(attempts.length);
  });
});
