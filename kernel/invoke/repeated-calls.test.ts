import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { HostInfo } from '../api/index.js';
import type { OperationManifest } from '../manifest/manifest.js';
import { recordingLog } from '../testing/index.js';
import { HttpCaller } from './http-caller.js';
import { listening, type Listening } from '../../test/network/listening.js';

let server: Listening | undefined;
afterEach(() => server?.close());

type Step = (response: ServerResponse, request: IncomingMessage) => void;

const breaks: Step = (_response, request) => void request.socket.destroy();
const breaksOff: Step = (response, request) => {
  response
    .writeHead(201, { 'content-type': 'application/json', 'content-length': '100' })
    .write('{"data":');
  setImmediate(() => request.socket.destroy());
};
const says =
  (status: number, body: object): Step =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
const done = says(201, { data: { id: '1' } });

/** A server that does one step after the other, and the keys it was sent. */
async function serve(...steps: Step[]): Promise<{ origin: string; keys: unknown[] }> {
  const keys: unknown[] = [];
  server = await listening(
    createServer((request, response) => {
      request.resume().on('end', () => {
        keys.push(request.headers['idempotency-key']);
        (steps.shift() ?? done)(response, request);
      });
    }),
  );
  return { origin: server.origin, keys };
}

const create: OperationManifest = {
  id: 'x.create',
  summary: 'x',
  effect: 'write',
  idempotent: false,
  runsAt: 'server',
  access: 'signed-in',
  planned: false,
  rendered: false,
  list: false,
  http: { method: 'POST', path: '/v1/things', tag: 'public' },
};
const upload: OperationManifest = { ...create, http: { ...create.http!, body: 'bytes' } };

const host: HostInfo = {
  facet: 'client',
  version: '1.2.3',
  env: {},
  home: tmpdir(),
  log: recordingLog([]),
  fetch,
  clock: () => new Date(),
};

type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

const call = (origin: string, operation: OperationManifest, bytes?: Bytes) =>
  callBy(new HttpCaller(host), { origin, operation, bytes });

const callBy = (
  caller: HttpCaller,
  {
    origin,
    operation,
    bytes,
  }: { origin: string; operation: OperationManifest; bytes: Bytes | undefined },
) =>
  caller.call({
    operation,
    input: {},
    connection: () => Promise.resolve({ origin, token: undefined }),
    token: undefined,
    signal: new AbortController().signal,
    upload: bytes,
  });

async function* stream(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('x'));
}

describe('a call that creates something', () => {
  it.each<[string, Step]>([
    ['the connection breaks', breaks],
    ['the answer breaks off', breaksOff],
    [
      'the first attempt is still going on',
      says(409, { code: 'request_in_progress', status: 409, detail: 'Wait.' }),
    ],
  ])('is sent again under the same key when %s', async (_what, step) => {
    const { origin, keys } = await serve(step, step);
    await expect(call(origin, create)).resolves.toEqual({ id: '1' });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  const inProgress = says(409, {
    code: 'request_in_progress',
    status: 409,
    detail: 'Wait.',
    retryAfterSeconds: 1,
  });
  const waiting = (pauses: number[]) =>
    new HttpCaller(host, (ms) => Promise.resolve(void pauses.push(ms)));

  it('waits for the first attempt for as long as the server holds the key', async () => {
    const pauses: number[] = [];
    const { origin, keys } = await serve(breaks, ...Array<Step>(60).fill(inProgress));
    await expect(
      callBy(waiting(pauses), { origin, operation: upload, bytes: Buffer.from('abc') }),
    ).resolves.toEqual({ id: '1' });
    expect(pauses).toEqual([200, ...Array<number>(60).fill(1000)]);
    expect(new Set(keys).size).toBe(1);
  });

  it.each([0, 1, 3600, -1, 'soon', null])(
    'waits no longer than that, when the server says %j for ever',
    async (retryAfterSeconds) => {
      const pauses: number[] = [];
      const problem = {
        code: 'request_in_progress',
        status: 409,
        detail: 'Wait.',
        retryAfterSeconds,
      };
      const { origin } = await serve(...Array<Step>(1000).fill(says(409, problem)));
      await expect(
        callBy(waiting(pauses), { origin, operation: create, bytes: undefined }),
      ).rejects.toMatchObject({
        code: 'request_in_progress',
      });
      const whole = pauses.reduce((sum, ms) => sum + ms, 0);
      expect(whole).toBeGreaterThanOrEqual(60_000);
      expect(whole).toBeLessThanOrEqual(75_000);
    },
  );

  it('has a key of its own, and bytes are sent again whole', async () => {
    const { origin, keys } = await serve(done, breaks);
    await call(origin, create);
    await expect(call(origin, upload, Buffer.from('abc'))).resolves.toEqual({ id: '1' });
    expect(keys[1]).toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  const lost = { step: breaks, code: 'server_unreachable' };
  it.each([
    {
      when: 'it was refused',
      operation: create,
      step: says(403, { code: 'denied', status: 403, detail: 'No.' }),
      code: 'denied',
    },
    {
      when: 'it failed',
      operation: create,
      step: says(500, { code: 'internal', status: 500, detail: 'Oh.' }),
      code: 'internal',
    },
    {
      when: 'nobody is known to have called',
      operation: { ...create, access: 'anyone' } as const,
      ...lost,
    },
    { when: 'it only reads', operation: { ...create, effect: 'read' } as const, ...lost },
  ])('is not sent again when $when', async ({ operation, step, code }) => {
    const { origin, keys } = await serve(step);
    await expect(call(origin, operation)).rejects.toMatchObject({ code });
    expect(keys).toHaveLength(1);
  });

  it('is not sent again when its bytes come as a stream', async () => {
    const { origin, keys } = await serve(breaks);
    await expect(call(origin, upload, stream())).rejects.toMatchObject({
      code: 'server_unreachable',
    });
    expect(keys).toHaveLength(1);
  });
});
