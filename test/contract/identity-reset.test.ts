import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect } from '@jest/globals';
import {
  addOrganizationMember,
  createApiKey,
  whoAmI,
} from '../../modules/identity/contract/index.js';
import {
  redeemDeviceCode,
  startDeviceSignIn,
} from '../../modules/identity/contract/operations/device.js';
import {
  resetPassword,
  resetUser,
} from '../../modules/identity/contract/operations/organizations.js';
import { redeemCode, signIn } from '../../modules/identity/contract/operations/sign-in.js';
import { pageCredential } from '../../modules/identity/server/access/page-credential.js';
import { DeviceApprovals } from '../../modules/identity/server/device/device-approvals.js';
import { User } from '../../modules/identity/server/entities/people.js';
import { PasswordReset, Session } from '../../modules/identity/server/entities/tokens.js';
import { ForgetExpired } from '../../modules/identity/server/forget-expired.js';
import { storedToken } from '../../modules/identity/server/token.js';
import { readDatabaseKey } from '../../modules/persistence/contract/db.js';
import { describeEachDatabase } from './databases.js';
import { itInTurn } from './databases-by-day.js';
import { PASSWORD, startIdentity, type IdentityServer, type Invoke } from './identity-server.js';
import { Browser } from './web/browser.js';
import { startHttp } from './web/http-host.js';
import { expectError } from './expect-error.js';

const DAY = 24 * 60 * 60 * 1000;
const [ann, bob] = ['ann@example.com', 'bob@example.com'];
const NEW = 'a new long password';

describeEachDatabase('resetting a password', (database) => {
  const it = itInTurn(database);
  let server: IdentityServer;
  let admin: string;
  let member: string;
  const invoke = ((...args: [never, never, string?]) => server.invoke(...args)) as Invoke;
  const reset = (token = admin, who = bob) =>
    invoke(resetPassword, { organization: 'acme', member: who }, token);
  const redeem = (code: string, email = bob, password = NEW) =>
    invoke(redeemCode, { code, email, password });
  const invalid = { code: 'code_invalid', status: 401 };

  beforeEach(async () => {
    server = await startIdentity(database, { env: { SVC_PUBLIC_URL: 'https://svc.example.com' } });
    admin = await server.firstAdmin(ann, 'acme');
    member = await server.newcomer(admin, { email: bob, organization: 'acme' });
  });
  afterEach(() => server.stop());

  it('gives a code that changes nothing until it is redeemed; then the old password and all sessions are over', async () => {
    const { value: key } = await invoke(createApiKey, { name: 'ci', org: 'acme' }, admin);
    const page = await server.newSession(bob, { kind: 'page' });
    const made = await reset();
    expect(made).toMatchObject({ email: bob, expiresAt: '2026-03-02T09:00:00.000Z' });
    expect(made.link).toBe(`https://svc.example.com/password-resets/${made.code}`);
    await expect(invoke(signIn, { email: bob, password: PASSWORD })).resolves.toBeDefined();
    const { token } = await redeem(made.code);
    expect(await invoke(whoAmI, {}, token)).toMatchObject({
      user: { email: bob },
      organizations: [{ name: 'acme' }],
    });
    for (const old of [member, pageCredential(page)]) {
      await expectError(invoke(whoAmI, {}, old), 'token_unknown');
    }
    await expectError(invoke(signIn, { email: bob, password: PASSWORD }), 'sign_in_failed');
    await expect(invoke(signIn, { email: bob, password: NEW })).resolves.toBeDefined();
    await expect(invoke(whoAmI, {}, key)).resolves.toMatchObject({ kind: 'key' });
    await expect(redeem(made.code)).rejects.toMatchObject(invalid);
  });

  it('takes back what was approved and not fetched', async () => {
    const codeVerifier = 'v'.repeat(43);
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const { deviceCode, userCode } = await invoke(startDeviceSignIn, {
      client: 'svc',
      codeChallenge,
    });
    const { manager } = await server.host.get(readDatabaseKey);
    const page = await manager.findOneByOrFail(
      Session,
      storedToken(await server.newSession(bob, { kind: 'page' })),
    );
    await (
      await server.host.server!.services('identity')
    )
      .get(DeviceApprovals)
      .approve(userCode, { userId: page.userId, sessionId: page.id });
    await redeem((await reset()).code);
    server.later(5000);
    await expectError(invoke(redeemDeviceCode, { deviceCode, codeVerifier }), 'access_denied');
  });

  it('a code is for one person, for 24 hours, and the newest only', async () => {
    const [first, second] = [await reset(), await reset()];
    await expect(redeem(first.code)).rejects.toMatchObject(invalid);
    await expect(redeem(second.code, ann)).rejects.toMatchObject(invalid);
    await expect(redeem(second.code, 'nobody@example.com')).rejects.toMatchObject(invalid);
    await expectError(redeem(second.code, bob, 'short'), 'invalid_input');
    server.later(DAY);
    await expect(redeem(second.code)).rejects.toMatchObject(invalid);
    const services = await server.host.server!.services('identity');
    server.later(1);
    await services.build(ForgetExpired).forget();
    expect(await services.get(readDatabaseKey).manager.count(PasswordReset)).toBe(0);
  });

  it('of many who redeem a code at once, exactly one gets a session', async () => {
    const { code } = await reset();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => redeem(code, bob, `the password of ${index}`)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { manager } = await server.host.get(readDatabaseKey);
    const { id: userId } = await manager.findOneByOrFail(User, { email: bob });
    expect(await manager.countBy(Session, { userId })).toBe(1);
  });

  it('is for admins, of all organizations that the person belongs to, and not for oneself', async () => {
    await expectError(reset(member, ann), 'denied', 403);
    await expectError(reset(admin, ann), 'reset_not_allowed', 403);
    await expectError(reset(admin, 'nobody@example.com'), 'not_found');
    const gil = await server.foundOrganization('globex', 'gil@example.com');
    await expectError(reset(admin, 'gil@example.com'), 'not_found');
    const { code: early } = await reset();
    const { invitation } = await invoke(
      addOrganizationMember,
      { organization: 'globex', email: bob },
      gil,
    );
    await invoke(redeemCode, { code: invitation!.code, email: bob, password: PASSWORD });
    // joining made the code worthless: its admin has no say over the other organization
    await expect(redeem(early)).rejects.toMatchObject(invalid);
    await expect(reset()).rejects.toMatchObject({
      code: 'reset_not_allowed',
      hint: expect.stringContaining('svc server user reset'),
    });
    await expectError(reset(gil, bob), 404);
  });

  it('lets in who has tried too many passwords', async () => {
    const attempt = (password: string) => invoke(signIn, { email: bob, password });
    for (let index = 0; index < 10; index++)
      await expectError(attempt('wrong password'), 'sign_in_failed');
    await expectError(attempt(PASSWORD), 'too_many_attempts');
    await redeem((await reset()).code);
    await expect(attempt(NEW)).resolves.toBeDefined();
  });

  it('gives no admin a say over an organization that is joined at that moment', async () => {
    const gil = await server.foundOrganization('globex', 'gil@example.com');
    for (let index = 0; index < 5; index++) {
      const email = `p${index}@example.com`;
      await server.newcomer(admin, { email, organization: 'acme' });
      const { invitation } = await invoke(
        addOrganizationMember,
        { organization: 'globex', email },
        gil,
      );
      let joined = false;
      const join = invoke(redeemCode, {
        code: invitation!.code,
        email,
        password: PASSWORD,
      }).finally(() => {
        joined = true;
      });
      const resets = async () => {
        while (!joined) await reset(admin, email).catch((error: unknown) => error);
      };
      await Promise.all([join, resets(), resets(), resets()]);
      expect(await (await server.host.get(readDatabaseKey)).manager.count(PasswordReset)).toBe(0);
    }
  });

  it('is taken back, as are invitations, when an admin becomes a member', async () => {
    await invoke(addOrganizationMember, { organization: 'acme', email: bob, role: 'admin' }, admin);
    const cat = { email: 'cat@example.com', organization: 'acme' };
    await server.newcomer(admin, cat);
    const { code } = await reset(member, cat.email);
    const { invitation } = await invoke(
      addOrganizationMember,
      { organization: 'acme', email: 'eve@example.com', role: 'admin' },
      member,
    );
    await invoke(
      addOrganizationMember,
      { organization: 'acme', email: bob, role: 'member' },
      admin,
    );
    await expect(redeem(code, cat.email)).rejects.toMatchObject(invalid);
    await expect(redeem(invitation!.code, 'eve@example.com')).rejects.toMatchObject(invalid);
  });

  it('the operator of the server lets anybody back in, also the last admin', async () => {
    const recover = (email: string) =>
      server.host.invoke(
        resetUser,
        { email },
        { caller: { kind: 'system', id: null, label: 'operator' } },
      );
    const { code } = await recover('ANN@example.com');
    const { token } = await redeem(code, ann);
    expect(await invoke(whoAmI, {}, token)).toMatchObject({
      organizations: [{ role: 'admin' }],
    });
    await expectError(recover('nobody@example.com'), 'not_found');
  });

  it('works with a browser: by the link, or by the code alone', async () => {
    const http = await startHttp(server.host.kernel);
    try {
      const { code } = await reset();
      const browser = new Browser(http.origin);
      const found = await browser.submit('/invitations', { code });
      expect(found.headers.get('location')).toBe(`/password-resets/${code}`);
      const path = `/password-resets/${code}`;
      const weak = await browser.submit(path, { password: 'short' });
      expect([weak.status, weak.html]).toEqual([400, expect.stringContaining(bob)]);
      const done = await browser.submit(path, { password: NEW });
      expect([done.status, done.headers.get('location')]).toEqual([303, '/']);
      expect((await browser.get('/')).html).toContain('Your password has changed.');
      expect((await browser.get(path)).status).toBe(403);
      await expectError(invoke(whoAmI, {}, member), 'token_unknown');
    } finally {
      http.close();
    }
  });
});
