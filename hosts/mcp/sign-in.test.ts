import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  connectionKey,
  defineFacet,
  defineModule,
  defineOperation,
  handle,
  provideFactory,
} from 'svc-registry/kernel';
import { IsBoolean, Optional } from 'svc-registry/dto';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import type { ClientFeatures, Decision } from './client-features.js';
import { SignIn } from './sign-in.js';

class LoginInput {
  @Optional() @IsBoolean() open?: boolean;
  @Optional() @IsBoolean() wait?: boolean;
}

const begun = {
  server: 'http://127.0.0.1:1',
  page: 'http://127.0.0.1:1/device',
  userCode: 'BCDF-GHJK',
  expiresAt: '2026-03-01T09:00:00Z',
};

/** What the module was asked for. */
let inputs: LoginInput[];
/** Settles the sign-in that everybody waits for. */
let approval: Promise<void>;
let token: string | undefined;

class Login {
  async run({ open, wait }: LoginInput): Promise<object> {
    inputs.push({ ...(open !== undefined && { open }), ...(wait !== undefined && { wait }) });
    if (wait === true) await approval;
    return { ...begun, opened: open !== false };
  }
}

const login = defineOperation({
  id: 'people.login',
  summary: 'Sign in',
  effect: 'write',
  runsAt: 'client',
  access: 'local',
  input: () => Promise.resolve(LoginInput),
  output: () => Promise.resolve(LoginInput),
  mcp: { name: 'login' },
});

const connection = provideFactory(connectionKey, () => ({
  current: () => Promise.resolve({ origin: begun.server, token }),
}));
const people = defineModule({
  id: 'people',
  api: '^1.0.0',
  summary: 'People',
  operations: [handle(login, { run: () => Promise.resolve(Login) })],
  client: () => Promise.resolve({ default: defineFacet({ provides: [connection] }) }),
});

describe('signing in for a call', () => {
  let host: TestHost;
  let done: string[];
  let asked: number;

  beforeEach(async () => {
    [inputs, done, asked, token, approval] = [[], [], 0, undefined, Promise.resolve()];
    host = await startTestHost({ modules: [people], facet: 'client' });
  });
  afterEach(() => host.stop());

  function signIn(decide: () => Promise<Decision>, timeLimit = 60_000, shows = true): SignIn {
    const client: ClientFeatures = {
      tellsRoots: () => false,
      listRoots: () => Promise.resolve([]),
      asksPeople: () => false,
      confirm: () => Promise.resolve(false),
      showsPages: () => shows,
      showPage: () => {
        asked += 1;
        return decide();
      },
      pageDone: (id) => Promise.resolve(void done.push(id)),
    };
    const operation = host.kernel.manifests()[0]!.operations[0]!;
    return new SignIn({
      kernel: host.kernel,
      login: operation,
      client,
      signal: new AbortController().signal,
      timeLimit: timeLimit,
    });
  }

  const request = (own: SignIn, signal = new AbortController().signal): Promise<void> =>
    own.request({ signal });
  const never = new Promise<never>(() => undefined);

  it('opens nothing itself where the client shows the page, and tells it when that is done', async () => {
    await request(signIn(() => Promise.resolve('accept')));
    expect(inputs).toEqual([{ open: false }, { open: false, wait: true }]);
    expect(done).toHaveLength(1);
  });

  it('is in the answer where the client shows no pages', async () => {
    const refused = request(signIn(() => never, 60_000, false));
    await expect(refused).rejects.toMatchObject({
      code: 'sign_in_required',
      details: { page: begun.page, userCode: begun.userCode, opened: true },
    });
    expect(inputs).toEqual([{ open: true }]);
    expect(asked).toBe(0);
  });

  it.each<[string, () => Promise<Decision>]>([
    ['decide', () => never],
    ['approve', () => Promise.resolve('accept')],
  ])(
    'waits only so long for the person to %s, and the page is in the answer',
    async (_what, decide) => {
      approval = never;
      const own = signIn(decide, 20);
      await expect(request(own)).rejects.toMatchObject({
        code: 'sign_in_required',
        hint: expect.stringContaining(begun.page) as unknown,
      });
      // the question still stands: nobody is asked twice
      await expect(request(own)).rejects.toMatchObject({ code: 'sign_in_required' });
      expect(asked).toBe(1);
    },
  );

  it('ends with the call that it is for, and not for another one', async () => {
    let approve = (): void => undefined;
    approval = new Promise((resolve) => (approve = resolve));
    const own = signIn(() => Promise.resolve('accept'));
    const given = new AbortController();
    const [first, second] = [request(own, given.signal), request(own)];
    given.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    approve();
    await second;
    expect(asked).toBe(1);
  });

  it('tells a missing sign-in from one that has ended, and from a token that no sign-in would exchange', async () => {
    const own = signIn(() => never);
    expect(await own.isMissing()).toBe(true);
    token = 'kept';
    expect(await own.isMissing()).toBe(false);
    const error = (code: string) => Object.assign(new Error(code), { name: 'SvcError', code });
    expect(await own.hasEnded(error('token_expired'))).toBe(true);
    expect(await own.hasEnded(error('denied'))).toBe(false);
    expect(await own.hasEnded(new Error('token_expired'))).toBe(false);
  });
});
