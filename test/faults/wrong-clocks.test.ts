import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnPostgres } from '../contract/databases.js';
import { LetterOffice } from './harness/letter-office.js';
import { sampleOf } from './harness/rounds.js';

const LETTER_MS = 4_000;

/** By how many seconds the clocks of who works and of who looks on are off. */
const OFF = [
  [-90, 0],
  [90, 0],
  [0, 90],
  [0, -90],
] as const;

/** A process on a machine whose clock goes so many seconds before or after the others. */
function clockOff(seconds: number): { readonly NODE_OPTIONS: string } {
  const code = `const D = Date;
    globalThis.Date = class extends D {
      constructor(...parts) { parts.length === 0 ? super(D.now() + ${seconds * 1000}) : super(...parts); }
      static now() { return D.now() + ${seconds * 1000}; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

describeOnPostgres('processes of one database whose clocks differ', (database) => {
  let office: LetterOffice;

  beforeAll(async () => {
    // no slow machine lets it expire, and clocks differ by more
    office = await LetterOffice.open(database, {}, { leaseSeconds: 30 });
  });

  afterAll(() => office.close());

  // of each way first that in which a lease seems to be over
  it.each([...sampleOf(OFF, 2)])(
    'take nothing from each other: %d s off works, %d s off looks on',
    async (working, looking) => {
      const worker = await office.worker(clockOff(working));
      const [id] = (await office.send(LETTER_MS)) as [string];
      await office.until((runs) => runs.get(id)?.state === 'running');
      // a worker that starts looks immediately for runs that nobody holds any more
      const other = await office.worker(clockOff(looking));
      const run = (await office.until((runs) => runs.get(id)?.state === 'completed')).get(id);
      expect(run).toMatchObject({ attempt: 1, failures: 0 });
      for (const { child } of [worker, other]) child.kill('SIGKILL');
      await Promise.all([worker.finished, other.finished]);
    },
    60_000,
  );
});
