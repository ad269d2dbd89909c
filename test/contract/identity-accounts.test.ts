import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { listWorkspaces, whoAmI } from '../../modules/identity/contract/index.js';
import { redeemCode, signIn } from '../../modules/identity/contract/operations/sign-in.js';
import { addOrganizationMember } from '../../modules/identity/contract/index.js';
import { Invitations } from '../../modules/identity/server/accounts/invitations.js';
import { Invitation } from '../../modules/identity/server/entities/tokens.js';
import { ForgetExpired } from '../../modules/identity/server/forget-expired.js';
import { readDatabaseKey, unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import { describeEachDatabase } from './databases.js';
import { itInTurn } from './databases-by-day.js';
import { codeIn, PASSWORD, startIdentity, type IdentityServer } from './identity-server.js';
import { expectError } from './expect-error.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describeEachDatabase('accounts', (database) => {
  const it = itInTurn(database);
  let server: IdentityServer;
  const later = (ms: number) => {
    server.later(ms);
  };

  beforeEach(async () => {
    server = await startIdentity(database);
  });
  afterEach(() => server.stop());

  describe('the first administrator', () => {
    it('redeems the printed code, founds the organization and is its admin', async () => {
      const token = await server.firstAdmin('Ann@Example.com', 'acme');
      const me = await server.invoke(whoAmI, {}, token);
      expect(me).toMatchObject({
        kind: 'user',
        key: null,
        user: { email: 'Ann@Example.com' },
        organizations: [{ name: 'acme', role: 'admin' }],
      });
      expect(me.defaultOrganizationId).toBe(me.organizations[0]!.id);
      expect(await server.started()).toEqual([]);
    });

    it('redeems whichever code was printed: of this start or an earlier one; then the others stop working', async () => {
      const codes = [
        codeIn(await server.started()),
        codeIn(await server.started()),
        codeIn(await server.started()),
      ];
      expect(new Set(codes).size).toBe(3);
      const redeem = (code: string, email: string) =>
        server.invoke(redeemCode, { code, email, password: PASSWORD });
      await expect(redeem(codes[0]!, 'ann@example.com')).resolves.toMatchObject({
        user: { email: 'ann@example.com' },
      });
      for (const code of codes) await expectError(redeem(code, 'eve@example.com'), 'code_invalid');
      expect(await server.started()).toEqual([]);
    });

    it('has ten codes at most: a server that starts over and over fills nothing', async () => {
      const codes: string[] = [];
      for (let start = 0; start < 12; start++) {
        codes.push(codeIn(await server.started()));
        later(1000);
      }
      const redeem = (code: string) =>
        server.invoke(redeemCode, { code, email: 'ann@example.com', password: PASSWORD });
      for (const code of codes.slice(0, 2)) await expectError(redeem(code), 'code_invalid');
      await expect(redeem(codes[2]!)).resolves.toBeDefined();
    });

    it('is one, also when several servers start at once and their codes are redeemed at once', async () => {
      const location = await database.create();
      const servers = [await startIdentity(database, { location })];
      if (location.engine === 'postgres')
        servers.push(
          await startIdentity(database, { location }),
          await startIdentity(database, { location }),
        );
      const starts = servers.flatMap((one) => [one.started(), one.started()]);
      const codes = (await Promise.all(starts)).map(codeIn);
      const redeemed = codes.map((code, index) =>
        servers[index % servers.length]!.host.invoke(redeemCode, {
          code,
          email: `p${index}@example.com`,
          password: PASSWORD,
          organization: `org${index}`,
        }),
      );
      const results = await Promise.allSettled(redeemed);
      for (const one of servers) await one.stop();
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected')
          expect(result.reason).toMatchObject({ code: 'code_invalid' });
    });

    it('the code works for 24 hours', async () => {
      const code = codeIn(await server.started());
      later(DAY);
      await expectError(
        server.invoke(redeemCode, { code, email: 'ann@example.com', password: PASSWORD }),
        'code_invalid',
        401,
      );
    });

    it('of many who redeem the code at once, exactly one becomes the administrator', async () => {
      const code = codeIn(await server.started());
      const people = Array.from({ length: 8 }, (_, index) => ({
        code,
        email: `p${index}@example.com`,
        password: PASSWORD,
      }));
      const results = await Promise.allSettled(
        people.map((person) => server.invoke(redeemCode, person)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refused = results.flatMap((result) =>
        result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
      );
      expect(new Set(refused)).toEqual(new Set(['code_invalid']));
    });
  });

  describe('sessions', () => {
    it('begin with the right password, whatever the case of the address', async () => {
      await server.firstAdmin('ann@example.com', 'acme');
      const { token } = await server.invoke(signIn, {
        email: 'ANN@example.com',
        password: PASSWORD,
      });
      await expect(server.invoke(whoAmI, {}, token)).resolves.toMatchObject({
        user: { email: 'ann@example.com' },
      });
    });

    it('no odd token is anybody', async () => {
      await server.firstAdmin('ann@example.com', 'acme');
      const odd = [
        '',
        'nonsense',
        `svc_session_${'a'.repeat(38)}`,
        '{}',
        '[object Object]',
        'undefined',
        'null',
        '%00',
        '\u0000',
      ];
      for (const token of odd) await expectError(server.invoke(listWorkspaces, {}, token), 401);
      await expectError(server.invoke(listWorkspaces, {}, 'svc_user_abcdef'), 'api_key_legacy');
    });

    it('no token at all is nobody, not the first row', async () => {
      await server.firstAdmin('ann@example.com', 'acme');
      await expectError(server.invoke(whoAmI, {}), 'sign_in_required', 401);
    });

    it('guessing is limited per account, and the right password does not help before the time is over', async () => {
      await server.firstAdmin('ann@example.com', 'acme');
      const attempt = (password: string) =>
        server.invoke(signIn, { email: 'ann@example.com', password });
      for (let index = 0; index < 10; index++)
        await expectError(attempt('wrong password'), 'sign_in_failed');
      await expect(attempt(PASSWORD)).rejects.toMatchObject({
        code: 'too_many_attempts',
        status: 429,
        details: { retryAfterSeconds: 900 },
      });
      later(15 * MINUTE);
      await expect(attempt(PASSWORD)).resolves.toBeDefined();
    });

    it('codes cannot be guessed either, and trying to uses up nothing of anybody else', async () => {
      const code = codeIn(await server.started());
      const person = { email: 'ann@example.com', password: PASSWORD };
      const attempt = (guess: string, address: string) =>
        server.host.invoke(redeemCode, { ...person, code: guess }, { address });
      for (let index = 0; index < 100; index++) {
        await expectError(attempt('guess', '192.0.2.1'), 'code_invalid');
      }
      await expectError(attempt(code, '192.0.2.1'), 'too_many_attempts');
      await expect(attempt(code, '192.0.2.2')).resolves.toBeDefined();
    });

    it('the password that goes with an invitation cannot be guessed', async () => {
      const token = await server.firstAdmin('ann@example.com', 'acme');
      const other = await server.foundOrganization('globex', 'gil@example.com');
      await server.newcomer(token, { email: 'bob@example.com', organization: 'acme' });
      const invite = { organization: 'globex', email: 'bob@example.com' };
      const { code } = (await server.invoke(addOrganizationMember, invite, other)).invitation!;
      const redeem = (password: string) =>
        server.invoke(redeemCode, { code, email: 'bob@example.com', password });
      for (let index = 0; index < 10; index++)
        await expectError(redeem('wrong password'), 'sign_in_failed');
      await expectError(redeem(PASSWORD), 'too_many_attempts');
    });
  });

  describe('invitations', () => {
    it('bring a newcomer into the organization, once, and only the invited one', async () => {
      const token = await server.firstAdmin('ann@example.com', 'acme');
      const { invitation } = await server.invoke(
        addOrganizationMember,
        { organization: 'acme', email: 'bob@example.com' },
        token,
      );
      const code = invitation!.code;
      await expectError(
        server.invoke(redeemCode, { code, email: 'eve@example.com', password: PASSWORD }),
        'code_invalid',
      );
      const bob = await server.invoke(redeemCode, {
        code,
        email: 'BOB@example.com',
        password: PASSWORD,
      });
      await expect(server.invoke(whoAmI, {}, bob.token)).resolves.toMatchObject({
        organizations: [{ name: 'acme', role: 'member' }],
      });
      await expectError(
        server.invoke(redeemCode, { code, email: 'bob@example.com', password: PASSWORD }),
        'code_invalid',
      );
    });

    it('ask who has an account already for its password, and add the memberships to it', async () => {
      const token = await server.firstAdmin('ann@example.com', 'acme');
      const other = await server.foundOrganization('globex', 'gil@example.com');
      await server.newcomer(token, { email: 'bob@example.com', organization: 'acme' });
      const { invitation } = await server.invoke(
        addOrganizationMember,
        { organization: 'globex', email: 'bob@example.com' },
        other,
      );
      const redeem = (password: string) =>
        server.invoke(redeemCode, {
          code: invitation!.code,
          email: 'bob@example.com',
          password,
        });
      await expectError(redeem('not the password'), 'sign_in_failed');
      const bob = await redeem(PASSWORD);
      const me = await server.invoke(whoAmI, {}, bob.token);
      expect(me.organizations.map(({ name }) => name)).toEqual(['acme', 'globex']);
    });

    it('a second one replaces the first', async () => {
      const token = await server.firstAdmin('ann@example.com', 'acme');
      const invite = () =>
        server.invoke(
          addOrganizationMember,
          { organization: 'acme', email: 'cat@example.com' },
          token,
        );
      const [first, second] = [await invite(), await invite()];
      const redeem = (code: string) =>
        server.invoke(redeemCode, { code, email: 'cat@example.com', password: PASSWORD });
      await expectError(redeem(first.invitation!.code), 'code_invalid');
      await expect(redeem(second.invitation!.code)).resolves.toBeDefined();
    });

    it('are forgotten a month after they expired, but for the first administrator’s', async () => {
      const token = await server.firstAdmin('ann@example.com', 'acme');
      await server.invoke(
        addOrganizationMember,
        { organization: 'acme', email: 'bob@example.com' },
        token,
      );
      const services = await server.host.server!.services('identity');
      const kept = async () => {
        await services.build(ForgetExpired).forget();
        return services.get(readDatabaseKey).manager.count(Invitation);
      };
      later(37 * DAY);
      expect(await kept()).toBe(2);
      later(MINUTE);
      expect(await kept()).toBe(1);
      expect(
        await services
          .get(unitOfWorkKey)
          .run((manager) => services.get(Invitations).openFirstRun(manager)),
      ).toBeNull();
    });
  });

  it('a trial server signs its user in, again and again', async () => {
    await server.started({ dev: true });
    const lines = await server.started({ dev: true });
    expect(lines.join()).toContain('dev@localhost');
    const { readFile } = await import('node:fs/promises');
    const stored = JSON.parse(await readFile(`${server.host.home}/credentials.json`, 'utf8')) as {
      origins: Record<string, { token: string }>;
    };
    const { token } = stored.origins['http://127.0.0.1:4873']!;
    const { data } = await server.invoke(listWorkspaces, {}, token);
    expect(data).toMatchObject([{ name: 'dev', organization: 'dev', role: 'owner' }]);
    expect(await server.started()).toEqual([]);
  });
});
