import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '../until.js';
import {
  openBoardClient,
  openNoticeBoard,
  type BoardClient,
  type NoticeBoard,
} from './harness/notice-board.js';
import { LONG } from './harness/rounds.js';

/** Longer than the server keeps a connection on which nothing is sent. */
const SILENCE = LONG ? 150_000 : 1_000;

let board: NoticeBoard;
let ann: BoardClient;
let bob: BoardClient;

beforeAll(async () => {
  board = await openNoticeBoard();
  ann = await openBoardClient(board);
  bob = await openBoardClient(board);
});
afterAll(() => board.close());

const initialize = (headers: Readonly<Record<string, string>>, body: string): Promise<Response> =>
  fetch(board.tools, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  });

it('a module serves the transport of the SDK as it is, and the client of the SDK uses it', async () => {
  const { tools } = await ann.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['post_notice']);
  expect(await ann.post('lunch', 'At *noon*.')).toMatchObject({
    content: [{ text: 'lunch is on the board.' }],
  });
  await until(() => bob.heard.includes('lunch'));
});

it('a page shows the text, and hands it out as a file', async () => {
  const page = await fetch(`${board.server.origin}/board/lunch`);
  expect(await page.text()).toContain('<p>At <em>noon</em>.</p>');
  const file = await fetch(`${board.server.origin}/board/lunch?file`);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename=lunch.md');
  expect(await file.text()).toBe('At *noon*.');
});

it('a text without an end to lay out is shown as it was written, and nobody else waits for it', async () => {
  await ann.post('tangled', '*_'.repeat(50_000));
  const page = fetch(`${board.server.origin}/board/tangled`).then((answer) => answer.text());
  const health = await fetch(`${board.server.origin}/health`).then(() => 'health');
  expect(await Promise.race([page, Promise.resolve(health)])).toBe('health');
  expect(await page).toMatch(/too tangled to be laid out.*<pre>\*_\*_/s);
});

it('a stream of notifications outlives the time after which silent connections are closed', async () => {
  await sleep(SILENCE);
  await bob.post('tea', 'At four.');
  await until(() => ann.heard.includes('tea'));
  expect(ann.heard).toEqual(['lunch', 'tangled', 'tea']);
});

it('refuses strangers before their body, too much and too little', async () => {
  const Authorization = `Bearer ${board.key}`;
  const large = 'x'.repeat(256 * 1024 + 1);
  expect((await initialize({}, large)).status).toBe(401);
  expect((await initialize({ Authorization: 'Bearer svc_key_none' }, large)).status).toBe(401);
  expect((await initialize({ Authorization }, large)).status).toBe(413);
  expect((await initialize({ Authorization, 'Mcp-Session-Id': 'none' }, '{}')).status).toBe(404);
  expect((await initialize({ Authorization }, '{')).status).toBe(400);
});

(LONG ? it : it.skip)('a body that stands still ends after a minute', async () => {
  const { hostname, port } = board.tools;
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /tools/board HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${board.key}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 100\r\n\r\n{`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /);
});

it('a session ends by DELETE', async () => {
  const { sessionId } = bob.transport;
  await bob.transport.terminateSession();
  const headers = { Authorization: `Bearer ${board.key}`, 'Mcp-Session-Id': sessionId! };
  expect((await initialize(headers, '{}')).status).toBe(404);
});

it('a server that is asked to stop ends the streams as if they were complete', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => openBoardClient(board)));
  const streams = await Promise.all(
    clients.map(async ({ transport, client }) => {
      // its own stream, because the client has taken the one that a session may have
      await client.close();
      return transport.sessionId;
    }),
  );
  const listen = (session: string | undefined): Promise<Response> =>
    until(async () => {
      const response = await fetch(board.tools, {
        headers: {
          Authorization: `Bearer ${board.key}`,
          Accept: 'text/event-stream',
          'Mcp-Session-Id': session!,
        },
      });
      return response.ok && response;
    });
  const answers = await Promise.all(streams.map(listen));
  const [{ code, stderr }, ...texts] = await Promise.all([
    board.server.stop(),
    ...answers.map((answer) => answer.text()),
  ]);
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/\(node:\d+\)|request failed/);
  expect(texts).toEqual(texts.map(() => ''));
});
