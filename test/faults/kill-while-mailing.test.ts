import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { until } from '../until.js';
import { countsOf } from './harness/counts.js';
import { MailServer } from './harness/mail-server.js';
import { between, rounds, wait } from './harness/rounds.js';
import { pointsOf } from './points.js';

const AT_ONCE = 5;
/** Milliseconds that a mail waits for its answer, so that deaths meet some on their way. */
const PAUSE = 100;

describeByDayOn('postgres', 'a process that dies while it sends mails', (database) => {
  let server: MailServer;
  const counts = countsOf(`K16 kill while mailing, ${database.label}`);

  beforeAll(async () => {
    server = await MailServer.open(database);
    server.inbox.pause = PAUSE;
    if (database.engine === 'postgres') await server.startCarrier();
  });
  afterAll(() => server.close());

  const judge = async (): Promise<void> => {
    const before = counts.of('came twice');
    counts.add('came twice', (await server.judge()).twice - before);
  };

  it('loses none', async () => {
    for (let round = 0; round < rounds(2, 100); round += 1) {
      const inviting = server.invite(AT_ONCE);
      await wait(between(50, 600));
      await server.killCarrier();
      counts.add('kills');
      await inviting;
      const left = (await server.rows()).filter(({ state }) => state === 'running');
      counts.add('killed on their way', left.length);
      await server.startCarrier();
      await judge();
    }
    counts.add('invitations', server.invited.size);
  });

  it('loses none when the mail server is down, or dies as well', async () => {
    for (let round = 0; round < rounds(2, 100); round += 1) {
      const inviting = server.invite(AT_ONCE);
      await wait(between(0, 200));
      await server.inbox.stop();
      counts.add('times without a mail server');
      await wait(between(0, 200));
      if (round % 2 === 1) {
        await server.killCarrier();
        await inviting;
        await server.startCarrier();
      }
      await inviting;
      await server.inbox.start();
      await judge();
    }
  });

  it.each(pointsOf('kill-while-mailing'))('at $name sends it again: $meaning', async ({ name }) => {
    for (let round = 0; round < rounds(1, 10); round += 1) {
      const before = server.inbox.mails.length;
      await server.killCarrier();
      await server.startCarrier({ SVC_FAULT: name });
      await server.invite(1);
      await server.carrierDied();
      counts.add('deaths');
      await until(() => server.inbox.mails.length > before);
      await server.startCarrier();
      await judge();
      const [first, second, ...more] = server.inbox.mails.slice(before);
      expect(second).toEqual(first);
      expect(more).toEqual([]);
    }
  });
});
