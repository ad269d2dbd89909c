import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { whoAmI } from '../../modules/identity/contract/index.js';
import {
  redeemDeviceCode,
  startDeviceSignIn,
} from '../../modules/identity/contract/operations/device.js';
import { pageCredential } from '../../modules/identity/server/access/page-credential.js';
import {
  type Approver,
  DeviceApprovals,
} from '../../modules/identity/server/device/device-approvals.js';
import { newUserCode } from '../../modules/identity/server/device/user-code.js';
import { DeviceSignIn } from '../../modules/identity/server/entities/device-sign-ins.js';
import { Session } from '../../modules/identity/server/entities/tokens.js';
import { ForgetExpired } from '../../modules/identity/server/forget-expired.js';
import { storedToken } from '../../modules/identity/server/token.js';
import { readDatabaseKey } from '../../modules/persistence/contract/db.js';
import { describeEachDatabase, type DatabaseLocation } from './databases.js';
import { itInTurn } from './databases-by-day.js';
import { startIdentity, type IdentityServer } from './identity-server.js';
import { expectError } from './expect-error.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const ann = 'ann@example.com';

/** A program that wants to sign in. */
interface Waiting {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly codeVerifier: string;
}

const codeOf = (result: PromiseSettledResult<unknown>): string =>
  result.status === 'rejected' ? (result.reason as { code: string }).code : 'done';

describeEachDatabase('the device flow', (database) => {
  const it = itInTurn(database);
  let location: DatabaseLocation;
  let server: IdentityServer;
  let approvals: DeviceApprovals;
  let page: string;
  let approver: Approver;
  const later = (ms: number) => {
    server.later(ms);
  };
  const begin = async (on = server): Promise<Waiting> => {
    const codeVerifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const about = { address: '192.0.2.7' };
    const { deviceCode, userCode } = await on.host.invoke(
      startDeviceSignIn,
      { client: 'svc on laptop', codeChallenge },
      about,
    );
    return { deviceCode, userCode, codeVerifier };
  };
  const poll = async ({ deviceCode, codeVerifier }: Waiting, on = server) =>
    on.host.invoke(redeemDeviceCode, { deviceCode, codeVerifier }, { address: '192.0.2.8' });
  const pollLater = (waiting: Waiting) => {
    later(5 * SECOND);
    return poll(waiting);
  };
  const approverOf = async (token: string): Promise<Approver> => {
    const { manager } = await server.host.get(readDatabaseKey);
    const { id: sessionId, userId } = await manager.findOneByOrFail(Session, storedToken(token));
    return { userId, sessionId };
  };

  beforeEach(async () => {
    location = await database.create();
    server = await startIdentity(database, { location });
    await server.firstAdmin(ann, 'acme');
    approvals = (await server.host.server!.services('identity')).get(DeviceApprovals);
    page = await server.newSession(ann, { kind: 'page' });
    approver = await approverOf(page);
  });
  afterEach(() => server.stop());

  it('answers what RFC 8628 says', async () => {
    const codeChallenge = 'a'.repeat(43);
    const grant = await server.invoke(startDeviceSignIn, { client: 'svc', codeChallenge });
    expect(grant).toMatchObject({ expiresIn: 900, interval: 5, verificationUri: '/device' });
    expect(grant.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(grant.verificationUriComplete).toBe(`/device?code=${grant.userCode}`);
    // 32 characters of 62 are 190 bits
    expect(grant.deviceCode).toMatch(/^svc_device_[0-9A-Za-z]{38}$/);
    const { manager } = await server.host.get(readDatabaseKey);
    expect(JSON.stringify(await manager.find(DeviceSignIn))).not.toContain(grant.deviceCode);
  });

  it('takes no name that a person could not read', async () => {
    const codeChallenge = 'a'.repeat(43);
    for (const hidden of ['\n', '\u0000', '\u202E', '\u2066', '\u200B', '\u2028', '\uFEFF']) {
      const attempt = server.invoke(startDeviceSignIn, {
        client: `svc on ${hidden}laptop`,
        codeChallenge,
      });
      await expect(attempt).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ field: 'client' }],
      });
    }
    await expect(
      server.invoke(startDeviceSignIn, { client: 'svc auf Jürgens 笔记本', codeChallenge }),
    ).resolves.toBeDefined();
  });

  it('gives the program a session once the person has approved, and only once', async () => {
    const waiting = await begin();
    await expect(pollLater(waiting)).rejects.toMatchObject({
      code: 'authorization_pending',
      status: 400,
      details: { interval: 5 },
    });
    expect(await approvals.find(waiting.userCode.toLowerCase(), approver)).toMatchObject({
      client: 'svc on laptop',
      address: '192.0.2.7',
      createdAt: new Date('2026-03-01T09:00:00.000Z'),
    });
    await approvals.approve(waiting.userCode, approver);
    const { token } = await pollLater(waiting);
    expect(await server.invoke(whoAmI, {}, token)).toMatchObject({ user: { email: ann } });
    const { manager } = await server.host.get(readDatabaseKey);
    expect(await manager.findOneByOrFail(Session, storedToken(token))).toMatchObject({
      kind: 'program',
      client: 'svc on laptop',
      address: '192.0.2.8',
    });
    await expectError(pollLater(waiting), 'invalid_grant', 400);
  });

  it('slows down who asks too early, by five seconds each time, and never gives a token early', async () => {
    const waiting = await begin();
    later(SECOND);
    await expect(poll(waiting)).rejects.toMatchObject({
      code: 'slow_down',
      status: 400,
      details: { interval: 10 },
    });
    await approvals.approve(waiting.userCode, approver);
    later(10 * SECOND - 1);
    await expect(poll(waiting)).rejects.toMatchObject({
      code: 'slow_down',
      details: { interval: 15 },
    });
    later(14 * SECOND);
    await expect(poll(waiting)).rejects.toMatchObject({
      code: 'slow_down',
      details: { interval: 20 },
    });
    later(20 * SECOND);
    await expect(poll(waiting)).resolves.toMatchObject({ user: { email: ann } });
  });

  it('tells the program of a denial, again and again', async () => {
    const waiting = await begin();
    await approvals.deny(waiting.userCode, approver);
    for (let index = 0; index < 2; index++)
      await expect(pollLater(waiting)).rejects.toMatchObject({ code: 'access_denied', exit: 7 });
    await expectError(approvals.approve(waiting.userCode, approver), 'user_code_unknown');
  });

  it('ends after 15 minutes, approved or not', async () => {
    const [forgotten, approved] = [await begin(), await begin()];
    await approvals.approve(approved.userCode, approver);
    later(15 * MINUTE);
    for (const waiting of [forgotten, approved]) {
      await expectError(poll(waiting), 'expired_token');
      await expectError(poll(waiting), 'expired_token');
    }
    await expectError(approvals.find(forgotten.userCode, approver), 'user_code_unknown');
    await expectError(approvals.approve(forgotten.userCode, approver), 'user_code_unknown');
    await expectError(approvals.deny(forgotten.userCode, approver), 'user_code_unknown');
  });

  it('is for the program that asked: who has seen the device code gets nothing and disturbs nobody', async () => {
    const waiting = await begin();
    await approvals.approve(waiting.userCode, approver);
    later(5 * SECOND);
    const thief = { ...waiting, codeVerifier: randomBytes(32).toString('base64url') };
    for (let index = 0; index < 3; index++) await expectError(poll(thief), 'invalid_grant');
    await expect(poll(waiting)).resolves.toBeDefined();
    for (const deviceCode of [
      'x',
      `svc_device_${'a'.repeat(38)}`,
      page,
      `${waiting.deviceCode}x`,
    ]) {
      await expectError(poll({ ...waiting, deviceCode }), 'invalid_grant');
    }
  });

  it('is approved once, also when many answer at once', async () => {
    for (let round = 0; round < 4; round++) {
      const waiting = await begin();
      const answers = [0, 1, 2].flatMap(() => [
        approvals.approve(waiting.userCode, approver).then(() => 'approved'),
        approvals.deny(waiting.userCode, approver).then(() => 'denied'),
      ]);
      const settled = await Promise.allSettled(answers);
      const done = settled.filter(({ status }) => status === 'fulfilled');
      expect(done).toHaveLength(1);
      // each of the five others used up a guess of the session
      expect(
        settled.map(codeOf).filter((code) => code === 'user_code_unknown').length,
      ).toBeLessThanOrEqual(5);
      const outcome = await pollLater(waiting).then(
        () => 'approved',
        () => 'denied',
      );
      expect(done[0]).toMatchObject({ value: outcome });
      approver = await approverOf(await server.newSession(ann, { kind: 'page' }));
    }
  });

  it('gives the token to exactly one of those who ask at once', async () => {
    const servers = [
      server,
      ...(location.engine === 'postgres' ? [await startIdentity(database, { location })] : []),
    ];
    for (let round = 0; round < 5; round++) {
      const waiting = await begin();
      await approvals.approve(waiting.userCode, approver);
      later(5 * SECOND);
      for (const one of servers) one.clock.now = server.clock.now;
      const polls = Array.from({ length: 8 }, (_, index) =>
        poll(waiting, servers[index % servers.length]),
      );
      const codes = (await Promise.allSettled(polls)).map(codeOf);
      expect(codes.filter((code) => code === 'done')).toHaveLength(1);
      expect(codes.filter((code) => code !== 'done' && code !== 'invalid_grant')).toEqual([]);
    }
    for (const other of servers.slice(1)) await other.stop();
    const { manager } = await server.host.get(readDatabaseKey);
    expect(await manager.countBy(Session, { client: 'svc on laptop' })).toBe(5);
  });

  it('is approved by a browser only, whose session goes on under a new token', async () => {
    const waiting = await begin();
    const program = await approverOf(await server.newSession(ann));
    await expectError(approvals.approve(waiting.userCode, program), 'token_unknown');
    const stranger = { userId: randomUUID(), sessionId: approver.sessionId };
    await expectError(approvals.approve(waiting.userCode, stranger), 'token_unknown');
    const renewed = await approvals.approve(waiting.userCode, approver);
    await expectError(server.invoke(whoAmI, {}, pageCredential(page)), 'token_unknown');
    await expect(server.invoke(whoAmI, {}, pageCredential(renewed))).resolves.toBeDefined();
  });

  it('limits how often an address may ask', async () => {
    for (let index = 0; index < 30; index++) await begin();
    await expectError(begin(), 'too_many_attempts', 429);
    later(15 * MINUTE);
    await expect(begin()).resolves.toBeDefined();
  });

  it('refuses odd input before anything is looked up', async () => {
    const good = { client: 'svc', codeChallenge: 'a'.repeat(43) };
    for (const bad of [
      { client: '' },
      { client: 'a\nb' },
      { client: '\u009b' },
      { client: 'x'.repeat(101) },
      { codeChallenge: 'a' },
    ]) {
      await expectError(server.invoke(startDeviceSignIn, { ...good, ...bad }), 'invalid_input');
    }
    const verifiers = ['', 'a'.repeat(42), 'a'.repeat(129), 'ä'.repeat(50)];
    for (const codeVerifier of verifiers) {
      await expectError(
        server.invoke(redeemDeviceCode, { deviceCode: 'x', codeVerifier }),
        'invalid_input',
      );
    }
  });

  it('leaves nothing behind an hour after its end', async () => {
    await begin();
    const services = await server.host.server!.services('identity');
    const rows = () => services.get(readDatabaseKey).manager.count(DeviceSignIn);
    later(75 * MINUTE);
    await services.build(ForgetExpired).forget();
    expect(await rows()).toBe(1);
    later(1);
    await services.build(ForgetExpired).forget();
    expect(await rows()).toBe(0);
  });

  describe('guessing', () => {
    const guess = (by: Approver) => approvals.find(newUserCode(), by);

    it('ends after five wrong codes of a session; right and impossible ones do not count', async () => {
      const waiting = await begin();
      for (let index = 0; index < 8; index++) await approvals.find(waiting.userCode, approver);
      for (const typed of ['', 'AAAA-AAAA', 'x'])
        await expectError(approvals.find(typed, approver), 400);
      for (let index = 0; index < 5; index++)
        await expectError(guess(approver), 'user_code_unknown');
      await expectError(guess(approver), 'too_many_attempts');
      await expectError(approvals.approve(waiting.userCode, approver), 'too_many_attempts');
      const fresh = await approverOf(await server.newSession(ann, { kind: 'page' }));
      await expect(approvals.approve(waiting.userCode, fresh)).resolves.toBeDefined();
    });

    it('ends after fifty wrong codes of an account in an hour, whatever its sessions', async () => {
      const session = () => ({ userId: approver.userId, sessionId: randomUUID() });
      const attempts = Array.from({ length: 12 }, session).flatMap((by) =>
        Array.from({ length: 5 }, () => by),
      );
      const codes = (await Promise.allSettled(attempts.map(guess))).map(codeOf);
      expect(codes.filter((code) => code === 'user_code_unknown')).toHaveLength(50);
      expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(10);
      later(60 * MINUTE);
      await expectError(guess(session()), 'user_code_unknown');
    });
  });
});
