import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startDeviceSignIn } from '../../modules/identity/contract/operations/device.js';
import { DeviceApprovals } from '../../modules/identity/server/device/device-approvals.js';
import { newUserCode } from '../../modules/identity/server/device/user-code.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { startIdentity, type IdentityServer } from '../contract/identity-server.js';
import { countsOf } from './harness/counts.js';
import { rounds } from './harness/rounds.js';

const WAITING = 1_000;
const [ACCOUNTS, SESSIONS] = [50, 10];
const GUESSES = rounds(2_000, 100_000);

describeByDayOn('postgres', 'guesses of the codes of 1,000 waiting programs', (database) => {
  const counts = countsOf(`guesses of user codes on ${database.label}`);
  const codes = new Set<string>();
  let server: IdentityServer;

  // a guess that happens to be right says nothing about the limits
  const wrong = (): string => {
    const code = newUserCode();
    return codes.has(code) ? wrong() : code;
  };

  beforeAll(async () => {
    server = await startIdentity(database);
    for (let index = 0; index < WAITING; index++) {
      const grant = await server.host.invoke(startDeviceSignIn, {
        client: 'svc',
        codeChallenge: 'a'.repeat(43),
      });
      codes.add(grant.userCode.replace('-', ''));
    }
  });
  afterAll(() => server.stop());

  it('are looked up as often as the limit for all guessers together says', async () => {
    const approvals = (await server.host.server!.services('identity')).get(DeviceApprovals);
    const people = Array.from({ length: ACCOUNTS }, () => randomUUID());
    const guessers = people.flatMap((userId) =>
      Array.from({ length: SESSIONS }, () => ({ userId, sessionId: randomUUID() })),
    );
    const guess = async (by: (typeof guessers)[number]): Promise<void> => {
      const refusal = await approvals
        .find(wrong(), by)
        .catch((error: unknown) => error as { code?: string });
      counts.add('code' in refusal ? (refusal.code ?? '') : 'found');
    };
    for (let done = 0; done < GUESSES; done += guessers.length)
      await Promise.all(guessers.map(guess));
    const [lookedUp, refused] = [counts.of('user_code_unknown'), counts.of('too_many_attempts')];
    // on a busy machine some find no free connection to PostgreSQL, before or after they were counted
    const busy = counts.of('database_busy');
    expect(lookedUp).toBeLessThanOrEqual(1_000);
    expect(lookedUp + busy).toBeGreaterThanOrEqual(1_000);
    expect(lookedUp + refused + busy).toBe(GUESSES);
    expect(refused).toBeGreaterThan(0);
  });
});
