/** What tools answer while the registry is not there, is something else, or has forgotten who the person is. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { openProgram, type Program } from '../e2e/program.js';
import { ADMIN, openRegistryServer, signIn, type RegistryServer } from '../e2e/registry-server.js';
import { installTestModules } from '../e2e/test-modules.js';
import { openOddServer } from './harness/odd-server.js';
import { call, RawClient } from './harness/raw-client.js';
import { failed } from '../e2e/mcp/tool-client.js';

const page = '<!doctype html><title>Sign in to the network</title>';
const html =
  (status: number): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(page);

const endless: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
  const more = (): void => {
    if (!response.destroyed) response.write('{},'.repeat(30_000), more);
  };
  more();
};

const STRANGE: readonly (readonly [string, RequestListener, string])[] = [
  ['answers a page', html(200), 'its answer is not what a svc server says'],
  ['answers a page that says bad gateway', html(502), 'it answered 502, not as a svc server does'],
  [
    'answers a page that asks for a password',
    html(401),
    'it answered 401, not as a svc server does',
  ],
  [
    'answers nothing',
    (_request, response) => response.end(),
    'its answer is not what a svc server says',
  ],
  [
    'sends somewhere else',
    (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    'it answered 302 and a redirect is not followed',
  ],
  ['answers without an end', endless, 'its answer is longer than 8 MB'],
  ['hangs up', (request) => request.socket.destroy(), 'the connection was closed'],
  [
    'hangs up in the middle',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"data":', () => response.destroy());
    },
    'the connection was closed',
  ],
];

describe('tools without a registry', () => {
  let program: Program;

  beforeAll(async () => {
    program = await openProgram();
    await installTestModules(join(program.home, '.svc'), ['odd-tools']);
  });
  afterAll(() => program.close());

  it('say that nothing listens', async () => {
    const gone = await openOddServer();
    await gone.close();
    const client = await RawClient.greeted(program, { env: { SVC_URL: gone.origin } });
    client.send(call(1, 'search', { query: 'x' }), call(2, 'status'));
    const message = `The server at ${gone.origin} cannot be reached: nothing listens there.`;
    const error = { code: 'server_unreachable', message, hint: expect.stringContaining('SVC_URL') };
    expect(await client.answer(1)).toMatchObject({
      result: { isError: true, structuredContent: { error } },
    });
    // what needs no registry works
    expect(await client.answer(2)).toMatchObject({
      result: { structuredContent: { authentication: { authenticated: false } } },
    });
    await client.close();
  });

  it.each(STRANGE)('say what is wrong when it %s', async (_what, listener, reason) => {
    const server = await openOddServer(listener);
    const client = await RawClient.greeted(program, { env: { SVC_URL: server.origin } });
    client.send(call(1, 'search', { query: 'x' }), call(2, 'status'));
    const message = `The server at ${server.origin} cannot be reached: ${reason}.`;
    const { result } = await client.answer(1);
    expect(result).toMatchObject(failed({ code: 'server_unreachable', message }));
    expect(JSON.stringify(result)).not.toContain('doctype');
    expect(await client.answer(2)).toHaveProperty('result');
    await client.close();
    await server.close();
  });

  it('wait for it no longer than their client does, and hold nobody else up', async () => {
    const server = await openOddServer();
    const client = await RawClient.greeted(program, { env: { SVC_URL: server.origin } });
    client.send(call(1, 'search', { query: 'x' }));
    const request = await server.untilAsked();
    client.send(call(2, 'odd_echo', { text: 'meanwhile' }));
    expect(await client.answer(2)).toMatchObject({
      result: { structuredContent: { did: 'meanwhile' } },
    });
    client.take();
    const closed = once(request.socket, 'close');
    client.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1, reason: 'too slow' },
    });
    await closed;
    expect(await client.everything()).toEqual([]);
    await client.close();
    await server.close();
  });
});

describeByDayOn('sqlite', 'tools of somebody whose credentials end', (database) => {
  let registry: RegistryServer;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
  });
  afterAll(() => registry.close());

  it('ask for a sign-in, and go on in the same session after it', async () => {
    const { program, server } = registry;
    const client = await RawClient.greeted(program, { env: { SVC_NO_BROWSER: '1' } });
    const endAllSessions = async () => {
      const headers = { 'content-type': 'application/json' };
      const begun = await fetch(`${server.origin}/v1/auth/sessions`, {
        method: 'POST',
        headers,
        body: JSON.stringify(ADMIN),
      });
      const { data } = (await begun.json()) as { data: { token: string } };
      const authorization = `Bearer ${data.token}`;
      expect(
        (
          await fetch(`${server.origin}/v1/auth/sessions`, {
            method: 'DELETE',
            headers: { authorization },
          })
        ).status,
      ).toBe(204);
    };
    const listed = async (id: number) => {
      client.send(call(id, 'workspace_list'));
      return client.answer(id);
    };
    const acme = { result: { structuredContent: { data: [{ name: 'acme' }] } } };
    expect(await listed(1)).toMatchObject(acme);
    await endAllSessions();
    expect(await listed(2)).toMatchObject({
      result: failed({
        code: 'sign_in_required',
        page: expect.stringContaining('http'),
        userCode: expect.any(String),
      }),
    });
    expect(await signIn(program, ADMIN)).toMatchObject({ code: 0 });
    expect(await listed(3)).toMatchObject(acme);
    await client.close();
  });
});
