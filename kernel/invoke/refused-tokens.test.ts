import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'svc-registry/kernel';
import type { OperationManifest } from '../manifest/manifest.js';
import { recordingLog } from '../testing/index.js';
import { HttpCaller } from './http-caller.js';
import type { RemoteCall } from './invocation.js';
import { listening, type Listening } from '../../test/network/listening.js';

const UNKNOWN = {
  status: 401,
  code: 'token_unknown',
  title: 'No',
  detail: 'The server does not know this token.',
  hint: 'Its own.',
};
const STRANGER = {
  status: 401,
  code: 'sign_in_required',
  title: 'No',
  detail: 'You are not signed in.',
};
const ABSENT = { status: 404, code: 'not_found', title: 'No', detail: 'There is no thing.' };
const OPEN = { status: 200 };

describe('a token that the server does not accept', () => {
  let server: Listening;
  /** What strangers get. */
  let forStrangers: { readonly status: number };
  /** The token of each request. */
  let sent: (string | undefined)[];
  let now: number;
  let caller: HttpCaller;

  beforeEach(async () => {
    [forStrangers, sent, now] = [OPEN, [], 0];
    server = await listening(
      createServer((request, response) => {
        const { authorization } = request.headers;
        sent.push(authorization?.replace('Bearer ', ''));
        const answer =
          authorization === 'Bearer good'
            ? OPEN
            : authorization === undefined
              ? forStrangers
              : UNKNOWN;
        const type = answer.status === 200 ? 'application/json' : 'application/problem+json';
        response
          .writeHead(answer.status, { 'content-type': type })
          .end(JSON.stringify(answer.status === 200 ? { data: { found: true } } : answer));
      }),
    );
    const host = {
      facet: 'client',
      version: '1',
      env: {},
      home: tmpdir(),
      log: recordingLog([]),
      fetch,
      clock: () => new Date(now),
    } as const;
    caller = new HttpCaller(host);
  });
  afterEach(() => server.close());

  const listener = () => {
    const warnings: string[] = [];
    return { warnings, warn: (text: string) => void warnings.push(text) };
  };

  function call(
    effect: 'read' | 'write',
    stored: Partial<Connection> = {},
    more: Partial<RemoteCall> = {},
  ): Promise<unknown> {
    const operation = {
      id: 'x.y',
      effect,
      idempotent: true,
      runsAt: 'server',
      list: false,
    } as unknown as OperationManifest;
    const http = {
      method: effect === 'read' ? ('GET' as const) : ('PUT' as const),
      path: '/v1/things',
      tag: 'public' as const,
    };
    const connection = () => Promise.resolve({ origin: server.origin, token: 'gone', ...stored });
    const parts = {
      token: undefined,
      signal: new AbortController().signal,
      upload: undefined,
      ...more,
    };
    return caller.call({ operation: { ...operation, http }, input: {}, connection, ...parts });
  }

  it('reads what strangers may read, with one warning for each caller', async () => {
    const [first, second] = [listener(), listener()];
    for (const progress of [first, first, second])
      await expect(call('read', {}, { progress })).resolves.toEqual({ found: true });
    const warning =
      'The server does not know this token. Continued signed out: only what is public can be seen. Run `svc login`.';
    expect([first.warnings, second.warnings]).toEqual([[warning], [warning]]);
    // known to be refused from then on
    expect(sent).toEqual(['gone', undefined, undefined, undefined]);
  });

  it('is tried again after a while, and another token immediately', async () => {
    await call('read');
    now += 60_000;
    await call('read');
    await call('read', { token: 'good' });
    expect(sent).toEqual(['gone', undefined, 'gone', undefined, 'good']);
  });

  it('is the error where strangers may read nothing; where they find nothing, there is a warning', async () => {
    const progress = listener();
    forStrangers = STRANGER;
    const refusal = { code: 'token_unknown', hint: 'Run `svc login`.' };
    await expect(call('read', {}, { progress })).rejects.toMatchObject(refusal);
    await expect(call('read', {}, { progress })).rejects.toMatchObject(refusal);
    expect(progress.warnings).toEqual([]);
    forStrangers = ABSENT;
    await expect(call('read', {}, { progress })).rejects.toMatchObject({ code: 'not_found' });
    expect(progress.warnings).toEqual([expect.stringContaining('does not know this token')]);
  });

  it('changes nothing as a stranger', async () => {
    await expect(call('write')).rejects.toMatchObject({
      code: 'token_unknown',
      hint: 'Run `svc login`.',
    });
    expect(sent).toEqual(['gone']);
  });

  it('is replaced where it came from', async () => {
    const refused = call('write', { fixed: true });
    await expect(refused).rejects.toMatchObject({
      hint: expect.stringMatching(/^Replace SVC_TOKEN in the environment of svc /) as unknown,
    });
  });

  it('is final where it was given for this call alone', async () => {
    await expect(call('read', {}, { token: 'bad' })).rejects.toMatchObject({
      code: 'token_unknown',
      hint: 'Its own.',
    });
    expect(sent).toEqual(['bad']);
  });
});
