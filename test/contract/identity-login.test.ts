import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { provideFactory, type Ask } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { whoAmI } from '../../modules/identity/contract/index.js';
import { login, logout } from '../../modules/identity/contract/operations/sign-in.js';
import { standardInputKey } from '../../modules/identity/client/standard-input.js';
import identity from '../../modules/identity/module.js';
import { FirstSteps } from '../../modules/identity/server/server-started.js';
import persistence from '../../modules/persistence/module.js';
import web from '../../modules/web/module.js';
import { describeEachDatabase } from './databases.js';
import { codeIn, PASSWORD } from './identity-server.js';
import { expectError } from './expect-error.js';

const origin = 'http://127.0.0.1:4873';

/** Answers each question by the words it contains. */
function answering(answers: Readonly<Record<string, string>>): Ask {
  const answer = ({ message }: { message: string }): Promise<string> => {
    const found = Object.entries(answers).find(([words]) => message.includes(words));
    return found === undefined
      ? Promise.reject(new Error(`unexpected question: ${message}`))
      : Promise.resolve(found[1]);
  };
  const never = (): Promise<never> => Promise.reject(new Error('unexpected question'));
  return {
    interactive: true,
    confirm: never,
    text: answer,
    password: answer,
    select: never,
    selectMany: never,
  };
}

describeEachDatabase('signing in from the command line', (database) => {
  let host: TestHost;
  let env: Record<string, string>;
  const stored = async (): Promise<Record<string, { token: string; email: string }>> => {
    const text = await readFile(join(host.home, 'credentials.json'), 'utf8');
    return (JSON.parse(text) as { origins: Record<string, { token: string; email: string }> })
      .origins;
  };
  const firstCode = async (): Promise<string> =>
    codeIn(
      await (
        await host.server!.services('identity')
      )
        .build(FirstSteps)
        .serverStarted({ origin, dev: false }),
    );

  beforeEach(async () => {
    env = { ...(await database.create()).env };
    const provides = [
      provideFactory(standardInputKey, () => ({ firstLine: () => Promise.resolve(PASSWORD) })),
    ];
    host = await startTestHost({
      modules: [persistence, web, identity],
      facet: 'both',
      env,
      provides,
    });
  });
  afterEach(() => host.stop());

  it('with the first code, by questions; then whoami knows, and logout forgets on both sides', async () => {
    const ask = answering({
      code: await firstCode(),
      'E-mail': 'ann@example.com',
      Password: PASSWORD,
    });
    const result = await host.invoke(login, { code: true, organization: 'acme' }, { ask });
    expect(result).toMatchObject({ server: origin, email: 'ann@example.com' });
    expect(await host.invoke(whoAmI, {})).toMatchObject({
      user: { email: 'ann@example.com' },
      organizations: [{ name: 'acme' }],
    });
    const { token } = (await stored())[origin]!;
    expect(await host.invoke(logout, {})).toEqual({
      server: origin,
      email: 'ann@example.com',
      revoked: true,
    });
    expect(await stored()).toEqual({});
    await expectError(host.invoke(whoAmI, {}), 401);
    await expectError(host.server!.invoke(whoAmI, {}, { token }), 'token_unknown');
    expect(await host.invoke(logout, {})).toEqual({ server: origin, email: null, revoked: false });
  });

  it('where nobody can be asked, says how to do without', async () => {
    const ask = { ...answering({}), interactive: false };
    for (const how of ['--no-browser', '--password-stdin', 'SVC_TOKEN']) {
      const refused = { code: 'usage', exit: 2, hint: expect.stringContaining(how) };
      await expect(host.invoke(login, {}, { ask })).rejects.toMatchObject(refused);
    }
  });

  describe('with an account', () => {
    beforeEach(async () => {
      env['SVC_LOGIN_CODE'] = await firstCode();
      await host.invoke(login, { code: true, email: 'ann@example.com', passwordStdin: true });
    });

    it('a spoiled stored token does not get in the way of a new sign-in', async () => {
      const file = join(host.home, 'credentials.json');
      await writeFile(
        file,
        (await readFile(file, 'utf8')).replace(/svc_session_\w{4}/, 'svc_session_xxxx'),
      );
      await expectError(host.invoke(whoAmI, {}), 401);
      await expect(
        host.invoke(login, { email: 'ann@example.com', passwordStdin: true }),
      ).resolves.toBeDefined();
      await expect(host.invoke(whoAmI, {})).resolves.toBeDefined();
    });

    it('an unreadable credentials file stops it before anything happens', async () => {
      const file = join(host.home, 'credentials.json');
      await writeFile(file, '{');
      const attempt = host.invoke(login, { email: 'ann@example.com', passwordStdin: true });
      await expect(attempt).rejects.toMatchObject({
        code: 'settings_unreadable',
        message: expect.stringContaining(file) as unknown,
      });
      expect(await readFile(file, 'utf8')).toBe('{');
    });

    it('a wrong password leaves the earlier sign-in as it was', async () => {
      const before = await stored();
      const attempt = host.invoke(
        login,
        { email: 'ann@example.com' },
        { ask: answering({ Password: 'wrong password' }) },
      );
      await expect(attempt).rejects.toMatchObject({ code: 'sign_in_failed', exit: 7 });
      expect(await stored()).toEqual(before);
    });
  });

  it('without a terminal every question names what answers it', async () => {
    await expect(host.invoke(login, {})).rejects.toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('--email') as unknown,
    });
    await expectError(host.invoke(login, { organization: 'acme' }), 'usage');
  });
});
