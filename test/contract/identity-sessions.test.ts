import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { whoAmI } from '../../modules/identity/contract/index.js';
import { pageCredential } from '../../modules/identity/server/access/page-credential.js';
import { sessionUseKey } from '../../modules/identity/server/accounts/session-use.js';
import { sessionsKey } from '../../modules/identity/server/accounts/sessions.js';
import { Session } from '../../modules/identity/server/entities/tokens.js';
import { readDatabaseKey, unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import { describeEachDatabase } from './databases.js';
import { startIdentity, type IdentityServer } from './identity-server.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describeEachDatabase('sessions', (database) => {
  let server: IdentityServer;
  let token: string;
  const later = (ms: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + ms);
  };
  const use = async (given = token): Promise<unknown> => {
    const me = await server.host.invoke(whoAmI, {}, { token: given });
    await (await server.host.get(sessionUseKey)).settle();
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
      await expect(use()).rejects.toMatchObject({ ...ended, message: 'The session expired at 2026-03-15T09:00:00.000Z.' });
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
      const lastUse = async () => (await manager.findOneByOrFail(Session, { kind: 'program' })).lastUsedAt?.toISOString();
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
      page = await server.newSession('ann@example.com', { kind: 'page', client: 'Firefox on Linux', address: '192.0.2.7' });
    });

    it('are not for programs: no operation takes their tokens over HTTP', async () => {
      await expect(use(page)).rejects.toMatchObject({ status: 401, code: 'token_unknown' });
      await expect(use(pageCredential(token))).rejects.toMatchObject({ status: 401, code: 'token_unknown' });
      await expect(use(pageCredential(page))).resolves.toMatchObject({ user: { email: 'ann@example.com' } });
      const asSession = page.replace('svc_page_', 'svc_session_');
      await expect(use(asSession)).rejects.toMatchObject({ status: 401, code: 'token_unknown' });
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

    it('go on under a new token; the old one is dead at once, and the end stays where it was', async () => {
      const services = await server.host.server!.services('identity');
      const { manager } = services.get(readDatabaseKey);
      const before = await manager.findOneByOrFail(Session, { kind: 'page' });
      later(HOUR);
      const renewed = await services.get(unitOfWorkKey).run((unit) => services.get(sessionsKey).renew(unit, before.id));
      expect(renewed).toMatch(/^svc_page_/);
      await expect(use(pageCredential(page))).rejects.toMatchObject({ code: 'token_unknown' });
      await expect(use(pageCredential(renewed))).resolves.toBeDefined();
      expect(await manager.findOneByOrFail(Session, { kind: 'page' })).toMatchObject({ id: before.id, expiresAt: before.expiresAt });
    });
  });
});
