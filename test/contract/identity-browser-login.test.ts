import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import {
  contribute,
  defineModule,
  provideFactory,
  type Ask,
  type Context,
} from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { browserKey } from '../../modules/identity/client/browser.js';
import { pauseKey } from '../../modules/identity/client/pause.js';
import { afterSignInPoint, whoAmI, type SignedIn } from '../../modules/identity/contract/index.js';
import { browserSignIn, login } from '../../modules/identity/contract/operations/sign-in.js';
import identity from '../../modules/identity/module.js';
import { Provisioning } from '../../modules/identity/server/accounts/provisioning.js';
import { Sessions } from '../../modules/identity/server/accounts/sessions.js';
import { DeviceApprovals } from '../../modules/identity/server/device/device-approvals.js';
import { Session } from '../../modules/identity/server/entities/tokens.js';
import { storedToken } from '../../modules/identity/server/token.js';
import { readDatabaseKey, unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import persistence from '../../modules/persistence/module.js';
import web from '../../modules/web/module.js';
import { describeEachDatabase } from './databases.js';
import { itInTurn } from './databases-by-day.js';
import { until } from '../until.js';
import { expectError } from './expect-error.js';

const origin = 'http://127.0.0.1:4873';
const ann = 'ann@example.com';
const never = (): Promise<never> => Promise.reject(new Error('unexpected question'));
const ask: Ask = {
  interactive: true,
  confirm: never,
  text: never,
  password: never,
  select: never,
  selectMany: never,
};

const told: { event: SignedIn; context: Context; email: string | undefined }[] = [];
/** What follows a sign-in takes until this resolves. */
let following = Promise.resolve();
class Listener {
  async signedIn(event: SignedIn, context: Context): Promise<void> {
    const { user } = await context.invoke(whoAmI, {});
    told.push({ event, context, email: user?.email });
    await following;
  }
}
const listening = defineModule({
  id: 'listening',
  api: '^1.0.0',
  summary: 'Learns of sign-ins',
  requires: ['identity'],
  contributes: [
    contribute(afterSignInPoint, 'listening', { summary: 'Learns of sign-ins' }, () =>
      Promise.resolve(Listener),
    ),
  ],
});

describeEachDatabase('signing in with the browser', (database) => {
  const it = itInTurn(database);
  let host: TestHost;
  let env: Record<string, string>;
  let now: Date;
  let opened: string[];
  let pauses: number[];
  /** What happens while the program waits; the n-th time. */
  let meanwhile: (pause: number) => Promise<unknown>;

  const stored = async (): Promise<Record<string, { token: string; email: string }>> =>
    (
      JSON.parse(await readFile(join(host.home, 'credentials.json'), 'utf8')) as {
        origins: Record<string, { token: string; email: string }>;
      }
    ).origins;
  const codeShown = (): string => /[B-Z]{4}-[B-Z]{4}/.exec(host.notes.join('\n'))![0];

  /** What the person does in the browser. */
  const answer = async (how: 'approve' | 'deny', code: string): Promise<void> => {
    const services = await host.server!.services('identity');
    const page = await services.get(unitOfWorkKey).run(async (manager) => {
      const organization = await services
        .get(Provisioning)
        .organization(manager, `org${pauses.length}`);
      const account = { email: ann, passwordHash: null, defaultOrganizationId: organization.id };
      const user = await services.get(Provisioning).user(manager, account);
      await services.get(Provisioning).organizationRole(manager, {
        organizationId: organization.id,
        userId: user.id,
        role: 'admin',
      });
      return (await services.get(Sessions).start(manager, user, { kind: 'page' })).token;
    });
    const { id: sessionId, userId } = await services
      .get(readDatabaseKey)
      .manager.findOneByOrFail(Session, storedToken(page));
    await services.get(DeviceApprovals)[how](code, { userId, sessionId });
  };

  beforeEach(async () => {
    env = { ...(await database.create()).env };
    now = new Date('2026-03-01T09:00:00.000Z');
    [opened, pauses, told.length] = [[], [], 0];
    meanwhile = () => Promise.resolve();
    const open = (page: URL): Promise<boolean> => Promise.resolve(opened.push(page.href) > 0);
    const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
      now = new Date(now.getTime() + ms);
      await meanwhile(pauses.push(ms / 1000));
      signal.throwIfAborted();
    };
    const provides = [
      provideFactory(browserKey, () => ({ open })),
      provideFactory(pauseKey, () => pause),
    ];
    const modules = [persistence, web, identity, listening];
    host = await startTestHost({
      modules,
      facet: 'both',
      env,
      provides,
      clock: () => now,
      cwd: '/somewhere',
    });
  });
  afterEach(() => host.stop());

  it('at a terminal: the page opens, the person approves, the credentials are kept', async () => {
    meanwhile = async (pause) => {
      if (pause === 3) await answer('approve', codeShown());
    };
    expect(await host.invoke(login, {}, { ask })).toMatchObject({ server: origin, email: ann });
    expect(pauses).toEqual([5, 5, 5]);
    expect(opened).toEqual([`${origin}/device?code=${codeShown()}`]);
    expect(host.notes[0]).toBe(`Your browser opens ${opened[0]!}`);
    expect(await host.invoke(whoAmI, {})).toMatchObject({ user: { email: ann } });
    expect((await stored())[origin]).toMatchObject({ email: ann });
    expect(told).toEqual([]);
  });

  it('without a terminal, on request: the address is shown and nothing is opened', async () => {
    meanwhile = () => answer('approve', codeShown());
    await expect(host.invoke(login, { browser: false })).resolves.toMatchObject({ email: ann });
    expect(opened).toEqual([]);
    expect(host.notes[0]).toContain(`${origin}/device?code=${codeShown()}`);
  });

  it('warns if SVC_TOKEN takes precedence', async () => {
    env['SVC_TOKEN'] = 'svc_key_other';
    meanwhile = () => answer('approve', codeShown());
    await host.invoke(login, { browser: false });
    expect(host.warnings).toEqual(['SVC_TOKEN is set and takes precedence over this sign-in.']);
  });

  it('ends with a denial, and with the time', async () => {
    meanwhile = () => answer('deny', codeShown());
    await expect(host.invoke(login, {}, { ask })).rejects.toMatchObject({
      code: 'access_denied',
      exit: 7,
    });
    meanwhile = () => Promise.resolve();
    await expect(host.invoke(login, {}, { ask })).rejects.toMatchObject({
      code: 'expired_token',
      exit: 7,
    });
    await expectError(stored(), 'ENOENT');
  });

  it('is given up by an interrupt', async () => {
    const interrupt = new AbortController();
    meanwhile = (pause) => {
      if (pause === 2) interrupt.abort();
      return Promise.resolve();
    };
    await expectError(host.invoke(login, {}, { ask, signal: interrupt.signal }), 'cancelled');
    expect(pauses).toHaveLength(2);
  });

  it('takes no other way along', async () => {
    const others = [{ code: true }, { email: ann }, { passwordStdin: true }];
    for (const other of others)
      await expectError(host.invoke(login, { browser: false, ...other }), 'usage');
  });

  describe('through the tool', () => {
    /** Lets what waits go on. */
    let goOn: () => void;

    beforeEach(() => {
      let waiting: (() => void)[] = [];
      goOn = () => {
        const ready = waiting;
        waiting = [];
        for (const wake of ready) wake();
      };
      meanwhile = () => new Promise<void>((wake) => waiting.push(wake));
    });

    it('is answered immediately; the rest happens in the background, as the person who has approved', async () => {
      const answered = await host.invoke(browserSignIn, {});
      expect(answered).toMatchObject({
        server: origin,
        opened: true,
        page: `${origin}/device?code=${answered.userCode}`,
      });
      expect(opened).toEqual([answered.page]);
      await answer('approve', answered.userCode);
      goOn();
      await until(() => told.length > 0);
      expect(told[0]).toMatchObject({
        event: { server: origin, email: ann },
        email: ann,
        context: { cwd: '/somewhere' },
      });
      expect((await stored())[origin]).toMatchObject({ email: ann });
    });

    it('asked for again while one waits, it is the same sign-in; afterwards a new one', async () => {
      const [first, second] = await Promise.all([
        host.invoke(browserSignIn, {}),
        host.invoke(browserSignIn, {}),
      ]);
      expect(second).toEqual(first);
      expect(opened).toEqual([first.page]);
      await answer('deny', first.userCode);
      goOn();
      await until(() => host.log.some(({ level }) => level === 'warn'));
      expect(host.log.find(({ level }) => level === 'warn')).toMatchObject({
        fields: { code: 'access_denied' },
      });
      expect((await host.invoke(browserSignIn, {})).userCode).not.toBe(first.userCode);
      expect(told).toEqual([]);
    });

    it('is over when its code is spent, however long what follows takes; a program that ends waits for that', async () => {
      let follow = (): void => undefined;
      following = new Promise((resolve) => (follow = resolve));
      const first = await host.invoke(browserSignIn, {});
      await answer('approve', first.userCode);
      goOn();
      await until(() => told.length > 0);
      expect((await host.invoke(browserSignIn, {})).userCode).not.toBe(first.userCode);
      let ended = false;
      const stopped = host.kernel.stop().then(() => (ended = true));
      goOn();
      await new Promise((wake) => setTimeout(wake, 50));
      expect(ended).toBe(false);
      follow();
      await stopped;
    });

    it('a program that ends gives it up', async () => {
      await host.invoke(browserSignIn, {});
      const stopped = host.kernel.stop();
      goOn();
      await stopped;
      expect(host.log.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
    });
  });
});
