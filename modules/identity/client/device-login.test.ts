import { describe, expect, it } from '@jest/globals';
import type { HostInfo, Invoke } from 'svc-registry/kernel';
import { serverUnreachable } from 'svc-registry/kernel';
import { recordingLog } from 'svc-registry/testing';
import { accessDenied, authorizationPending, slowDown } from '../contract/device-errors.js';
import { tooManyAttempts } from '../contract/errors.js';
import { StoredConnection } from './connection.js';
import { DeviceLogin } from './device-login.js';

const server = 'http://127.0.0.1:4873';
const answer = {
  deviceCode: 'd',
  userCode: 'WDJB-MJHT',
  verificationUri: '/device',
  expiresIn: 900,
  interval: 5,
};
const granted = {
  token: 't',
  expiresAt: '2026-04-01T00:00:00.000Z',
  user: { id: 'u', email: 'ann@example.com', createdAt: '' },
};

/** Answers of a server, one after the other; errors are thrown. */
function loginWith(answers: readonly unknown[]) {
  const time = { now: 0, pauses: [] as number[] };
  const host: HostInfo = {
    facet: 'client',
    version: '0',
    env: {},
    home: '/nowhere',
    log: recordingLog([]),
    fetch,
    clock: () => new Date(time.now),
  };
  const left = [...answers];
  const invoke = (() => {
    const next = left.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  }) as Invoke;
  const login = new DeviceLogin(host, new StoredConnection(host), (ms) => {
    time.now += ms;
    time.pauses.push(ms / 1000);
    return Promise.resolve();
  });
  const grant = async () =>
    login.grant(await login.start(server, invoke), invoke, new AbortController().signal);
  return { time, grant, start: () => login.start(server, invoke) };
}

const complete = { ...answer, verificationUriComplete: '/device?code=WDJB-MJHT' };
const away = () => serverUnreachable({ url: server, why: 'nothing listens there' });

describe('a program that waits for its sign-in', () => {
  it('asks at the pace that the server wants', async () => {
    const pending = () => authorizationPending(undefined, { details: { interval: 5 } });
    const slower = slowDown({ interval: 10 }, { details: { interval: 10 } });
    const later = authorizationPending(undefined, { details: { interval: 10 } });
    const { grant, time } = loginWith([complete, pending(), pending(), slower, later, granted]);
    expect(await grant()).toBe(granted);
    expect(time.pauses).toEqual([5, 5, 5, 10, 10]);
  });

  it('slows down by itself when the server only says that it shall', async () => {
    const { grant, time } = loginWith([
      complete,
      slowDown({ interval: 0 }),
      slowDown({ interval: 0 }),
      granted,
    ]);
    await grant();
    expect(time.pauses).toEqual([5, 10, 15]);
  });

  it('asks less and less often while the server is away', async () => {
    const { grant, time } = loginWith([
      complete,
      away(),
      away(),
      away(),
      away(),
      away(),
      tooManyAttempts({ seconds: 9 }),
      granted,
    ]);
    await grant();
    expect(time.pauses).toEqual([5, 10, 20, 40, 60, 60, 60]);
  });

  it('ends with the time that the server gave', async () => {
    const { grant, time } = loginWith([
      { ...complete, expiresIn: 12 },
      authorizationPending(),
      authorizationPending(),
      authorizationPending(),
    ]);
    await expect(grant()).rejects.toMatchObject({ code: 'expired_token' });
    expect(time.pauses).toEqual([5, 5, 5]);
  });

  it('ends with a denial', async () => {
    await expect(loginWith([complete, accessDenied()]).grant()).rejects.toMatchObject({
      code: 'access_denied',
      exit: 7,
    });
  });

  it('finds the page on the server it talks to, or where the server says', async () => {
    expect((await loginWith([complete]).start()).page.href).toBe(`${server}/device?code=WDJB-MJHT`);
    const elsewhere = {
      ...answer,
      verificationUriComplete: 'https://svc.example.com/device?code=WDJB-MJHT',
    };
    expect((await loginWith([elsewhere]).start()).page.href).toBe(
      elsewhere.verificationUriComplete,
    );
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'vscode://x', 'http://['])(
    'opens no %j',
    async (address) => {
      const start = loginWith([{ ...answer, verificationUriComplete: address }]).start();
      await expect(start).rejects.toMatchObject({ code: 'server_unreachable' });
    },
  );
});
