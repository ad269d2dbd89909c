import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { createApiKey, whoAmI } from '../../modules/identity/contract/index.js';
import {
  redeemDeviceCode,
  startDeviceSignIn,
} from '../../modules/identity/contract/operations/device.js';
import {
  changePassword,
  endSession,
  listSessions,
  signOutEverywhere,
} from '../../modules/identity/contract/operations/sessions.js';
import { signIn } from '../../modules/identity/contract/operations/sign-in.js';
import { pageCredential } from '../../modules/identity/server/access/page-credential.js';
import { SessionUse } from '../../modules/identity/server/accounts/session-use.js';
import { Sessions } from '../../modules/identity/server/accounts/sessions.js';
import { DeviceApprovals } from '../../modules/identity/server/device/device-approvals.js';
import { User } from '../../modules/identity/server/entities/people.js';
import { Session } from '../../modules/identity/server/entities/tokens.js';
import { storedToken } from '../../modules/identity/server/token.js';
import { readDatabaseKey, unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import { describeEachDatabase } from './databases.js';
import { itInTurn } from './databases-by-day.js';
import { PASSWORD, startIdentity, type IdentityServer } from './identity-server.js';
import { expectError } from './expect-error.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describeEachDatabase('sessions', (database) => {
  const it = itInTurn(database);
  let server: IdentityServer;
  let token: string;
  const later = (ms: number) => {
    server.later(ms);
  };
  const use = async (given = token): Promise<unknown> => {
    const me = await server.invoke(whoAmI, {}, given);
    await (await server.host.server!.services('identity')).get(SessionUse).dispose();
    return me;
  };
  const ended = { status: 401, code: 'token_expired' };

  beforeEach(async () => {
    server = await startIdentity(database);
    token = await server.firstAdmin('ann@example.com', 'acme');
  });
  afterEach(() => server.stop());

  describe('of programs', () => {
    it('go on while they are used', async () => {
      later(14 * DAY - MINUTE);
      await expect(use()).resolves.toBeDefined();
      later(14 * DAY - MINUTE);
      await expect(use()).resolves.toBeDefined();
    });

    it('end after 14 days without use', async () => {
      later(14 * DAY);
      await expect(use()).rejects.toMatchObject({
        ...ended,
        message: 'The session expired at 2026-03-15T09:00:00.000Z.',
      });
    });

    it('end after 30 days, however much they are used', async () => {
      for (let day = 0; day < 29; day += 10) {
        later(10 * DAY - MINUTE);
        await use();
      }
      later(3 * MINUTE);
      await expect(use()).rejects.toMatchObject(ended);
    });

    it('know when they were used last, without a write for every call', async () => {
      const { manager } = await server.host.get(readDatabaseKey);
      const lastUse = async () =>
        (await manager.findOneByOrFail(Session, { kind: 'program' })).lastUsedAt?.toISOString();
      later(4 * MINUTE);
      await use();
      expect(await lastUse()).toBeUndefined();
      later(MINUTE);
      await Promise.all([use(), use(), use()]);
      expect(await lastUse()).toBe('2026-03-01T09:05:00.000Z');
      later(4 * MINUTE);
      await use();
      expect(await lastUse()).toBe('2026-03-01T09:05:00.000Z');
    });
  });

  describe('of browsers', () => {
    let page: string;
    beforeEach(async () => {
      page = await server.newSession('ann@example.com', {
        kind: 'page',
        client: 'Firefox on Linux',
        address: '192.0.2.7',
      });
    });

    it('end after 12 hours without use, and after 7 days', async () => {
      later(12 * HOUR);
      await expect(use(pageCredential(page))).rejects.toMatchObject(ended);
      const other = pageCredential(await server.newSession('ann@example.com', { kind: 'page' }));
      for (let half = 0; half < 14; half++) {
        later(12 * HOUR - MINUTE);
        await use(other);
      }
      later(15 * MINUTE);
      await expect(use(other)).rejects.toMatchObject(ended);
    });

    it('go on under a new token; the old one is dead immediately, and the end stays where it was', async () => {
      const services = await server.host.server!.services('identity');
      const { manager } = services.get(readDatabaseKey);
      const before = await manager.findOneByOrFail(Session, { kind: 'page' });
      later(HOUR);
      const renewed = await services
        .get(unitOfWorkKey)
        .run((unit) => services.get(Sessions).renew(unit, before.id));
      expect(renewed).toMatch(/^svc_page_/);
      await expectError(use(pageCredential(page)), 'token_unknown');
      await expect(use(pageCredential(renewed))).resolves.toBeDefined();
      expect(await manager.findOneByOrFail(Session, { kind: 'page' })).toMatchObject({
        id: before.id,
        expiresAt: before.expiresAt,
      });
    });
  });

  describe('of one person', () => {
    const list = async (by = token) => (await server.invoke(listSessions, {}, by)).data;

    it('are told apart by what signed in, from where, and when it was used', async () => {
      await server.newSession('ann@example.com', {
        kind: 'page',
        client: 'Firefox on Linux',
        address: '192.0.2.7',
      });
      later(HOUR);
      await use();
      later(SECOND);
      const input = { email: 'ann@example.com', password: PASSWORD, client: 'svc on laptop' };
      const { token: other } = await server.host.invoke(signIn, input, { address: '2001:db8::1' });
      expect(await list(other)).toMatchObject([
        {
          kind: 'program',
          client: 'svc on laptop',
          address: '2001:db8::1',
          current: true,
          expiresAt: '2026-03-15T10:00:01.000Z',
        },
        {
          kind: 'program',
          client: null,
          address: null,
          current: false,
          lastUsedAt: '2026-03-01T10:00:00.000Z',
        },
        {
          kind: 'page',
          client: 'Firefox on Linux',
          address: '192.0.2.7',
          current: false,
          expiresAt: '2026-03-01T21:00:00.000Z',
        },
      ]);
    });

    it('are shown until they end, used or not', async () => {
      await server.newSession('ann@example.com', { kind: 'page' });
      later(12 * HOUR - SECOND);
      expect((await list()).map(({ kind }) => kind).sort()).toEqual(['page', 'program']);
      later(SECOND);
      expect((await list()).map(({ kind }) => kind)).toEqual(['program']);
    });

    it('are ended one by one, by that person only', async () => {
      const bob = await server.newcomer(token, { email: 'bob@example.com', organization: 'acme' });
      const [session] = await list();
      const end = (by: string, id = session!.id) => server.invoke(endSession, { id }, by);
      await expectError(end(bob), 'not_found', 404);
      await expect(use()).resolves.toBeDefined();
      const other = await server.newSession('ann@example.com');
      await end(other);
      await expectError(use(), 'token_unknown');
      await expectError(end(other), 404);
    });

    it('are no concern of API keys', async () => {
      const { value } = await server.invoke(createApiKey, { name: 'ci', org: 'acme' }, token);
      for (const attempt of [
        () => list(value),
        () => server.invoke(signOutEverywhere, {}, value),
      ]) {
        await expectError(attempt(), 'not_a_session', 409);
      }
    });

    it('are at most 100: another one ends the one that was used longest ago', async () => {
      await server.newSession('ann@example.com', { kind: 'program', client: 'idle' });
      later(MINUTE);
      await use();
      for (let index = 0; index < 99; index++) {
        later(SECOND);
        await server.newSession('ann@example.com');
      }
      const newest = await server.newSession('ann@example.com');
      const sessions = await list(newest);
      expect(sessions).toHaveLength(100);
      expect(sessions.some(({ client }) => client === 'idle')).toBe(false);
    });
  });

  describe('all at once', () => {
    const [ann, bob] = ['ann@example.com', 'bob@example.com'];

    /** A program that Ann has let in, and that has not fetched its session yet. */
    const approved = async () => {
      const codeVerifier = 'v'.repeat(43);
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
      const { deviceCode, userCode } = await server.invoke(startDeviceSignIn, {
        client: 'svc',
        codeChallenge,
      });
      const { manager } = await server.host.get(readDatabaseKey);
      const page = await manager.findOneByOrFail(
        Session,
        storedToken(await server.newSession(ann, { kind: 'page' })),
      );
      await (
        await server.host.server!.services('identity')
      )
        .get(DeviceApprovals)
        .approve(userCode, { userId: page.userId, sessionId: page.id });
      later(5 * SECOND);
      return () => server.invoke(redeemDeviceCode, { deviceCode, codeVerifier });
    };
    const sessionsOf = async (email: string): Promise<number> => {
      const { manager } = await server.host.get(readDatabaseKey);
      const { id: userId } = await manager.findOneByOrFail(User, { email });
      return manager.countBy(Session, { userId });
    };

    it('end by signing out everywhere, with what was approved; others go on', async () => {
      const other = await server.newcomer(token, { email: bob, organization: 'acme' });
      const fetch = await approved();
      await server.invoke(signOutEverywhere, {}, token);
      expect(await sessionsOf(ann)).toBe(0);
      await expectError(fetch(), 'access_denied');
      await expect(use(other)).resolves.toBeDefined();
    });

    it('end with a new password, but for the one that it was changed with', async () => {
      const other = await server.newSession(ann);
      const fetch = await approved();
      const change = (currentPassword: string, newPassword: string) =>
        server.invoke(changePassword, { currentPassword, newPassword }, token);
      await expectError(change('wrong password', 'another long one'), 'password_wrong', 403);
      await expect(change(PASSWORD, 'short')).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ field: 'newPassword' }],
      });
      await expect(use(other)).resolves.toBeDefined();
      await change(PASSWORD, 'another long one');
      await expect(use()).resolves.toBeDefined();
      await expectError(use(other), 'token_unknown');
      await expectError(fetch(), 'access_denied');
      await expect(server.invoke(signIn, { email: ann, password: PASSWORD })).rejects.toMatchObject(
        { code: 'sign_in_failed' },
      );
      await expect(
        server.invoke(signIn, { email: ann, password: 'another long one' }),
      ).resolves.toBeDefined();
    });

    it('guesses of the present password are limited like sign-ins', async () => {
      const change = () =>
        server.invoke(
          changePassword,
          { currentPassword: 'wrong password', newPassword: 'long enough' },
          token,
        );
      for (let index = 0; index < 10; index++) await expectError(change(), 'password_wrong');
      await expectError(change(), 'too_many_attempts');
    });

    it('leave none behind that begins at the same moment with the old password, or with an approval', async () => {
      for (let round = 0; round < 5; round++) {
        const password = round === 0 ? PASSWORD : `the password of round ${round - 1}`;
        const fetches = [await approved(), await approved()];
        const own = await server.newSession(ann);
        const change = server.invoke(
          changePassword,
          { currentPassword: password, newPassword: `the password of round ${round}` },
          own,
        );
        const others = [
          ...fetches.map((fetch) => fetch()),
          ...Array.from({ length: 4 }, () => server.invoke(signIn, { email: ann, password })),
        ];
        await Promise.allSettled([change, ...others]);
        await change;
        expect(await sessionsOf(ann)).toBe(1);
      }
    });
  });
});
