import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import fc from 'fast-check';
import { routeTable, type Route } from './route-table.js';

interface Sent {
  readonly method: string;
  readonly url: string;
}

type Template = Pick<Route, 'method' | 'path'>;

/** What became of a request: which route answered it with which parameters, what was answered without one, or that it went on. */
async function outcome(handler: RequestHandler, sent: Sent): Promise<unknown> {
  const request = Object.assign(new IncomingMessage(new Socket()), sent);
  const response = new ServerResponse(request);
  const app = express().use(handler);
  return new Promise((done) => {
    const answered = response.end.bind(response);
    Object.assign(response, {
      answered: done,
      end: (body: unknown) => {
        done({ status: response.statusCode, allow: response.getHeader('allow'), body });
        return answered();
      },
    });
    app(request as never, response as never, (error?: unknown) => {
      done({ wentOn: true, error: String(error) });
    });
  });
}

/** A route that tells which one it is. */
const answering = ({ method, path }: Template, at: number): Route => ({
  method,
  path,
  answer: (request, response) => {
    const matched = request.route as { readonly path: string };
    (response as unknown as { answered: (what: unknown) => void }).answered({
      at,
      matched: matched.path,
      params: { ...request.params },
    });
  },
});

function oneAfterTheOther(routes: readonly Route[]): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { method, path, answer } of routes) router[method](path, answer);
  return router;
}

async function same(templates: readonly Template[], requests: readonly Sent[]): Promise<void> {
  const routes = templates.map(answering);
  const [table, plain] = [routeTable(routes), oneAfterTheOther(routes)];
  for (const sent of requests)
    expect({ sent, is: await outcome(table, sent) }).toEqual({
      sent,
      is: await outcome(plain, sent),
    });
}

const method = fc.constantFrom('get', 'post', 'put', 'patch', 'delete' as const);
const asked = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'TRACE');
const literal = fc.constantFrom('a', 'b', 'v1', 'tiles');
const path = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: literal }, fc.constant(':')), { maxLength: 5 }),
    fc.boolean(),
  )
  .map(
    // each parameter has another name
    ([segments, rest]) =>
      `/${[...segments.map((text, at) => (text === ':' ? `:p${at}` : text)), ...(rest ? ['*rest'] : [])].join('/')}`,
  );
const piece = fc.oneof(
  { weight: 4, arbitrary: literal },
  fc.constantFrom(
    '',
    'A',
    '%61',
    '%2F',
    'a%2Fb',
    '%zz',
    '%ff',
    '%ed%a0%80',
    'é',
    'a.b',
    '__proto__',
  ),
);
const url = fc
  .tuple(
    fc.constantFrom('/', '/', '/', 'http://x/', 'a://', '*'),
    fc.array(piece, { maxLength: 7 }),
    fc.constantFrom('', '', '?a=/b/c', '#a'),
  )
  .map(([start, pieces, end]) => start + pieces.join('/') + end);

it('answers as routes that are tried one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ method, path }), { maxLength: 12 }),
      fc.array(fc.record({ method: asked, url }), { minLength: 1, maxLength: 12 }),
      same,
    ),
  );
});

it('tells the methods of a path, and goes on where no route has it', async () => {
  const templates: readonly Template[] = [
    { method: 'get', path: '/v1/tiles/:workspace/:tile' },
    { method: 'delete', path: '/v1/tiles/:workspace/:tile' },
    { method: 'get', path: '/v1/tiles/:workspace/:tile/files/*filePath' },
  ];
  const table = routeTable(templates.map(answering));
  expect(await outcome(table, { method: 'OPTIONS', url: '/v1/tiles/a/b' })).toMatchObject({
    status: 200,
    allow: 'DELETE, GET, HEAD',
  });
  expect(await outcome(table, { method: 'GET', url: '/v1/tiles/a/b/files/c%2Fd/e' })).toMatchObject(
    {
      at: 2,
      params: { workspace: 'a', tile: 'b', filePath: ['c/d', 'e'] },
    },
  );
  expect(await outcome(table, { method: 'HEAD', url: '/v1/tiles/a/b' })).toMatchObject({ at: 0 });
  expect(await outcome(table, { method: 'GET', url: '/v1/tiles/a/b/' })).toEqual({
    wentOn: true,
    error: 'undefined',
  });
});

it('takes templates with optional parts as express does', async () => {
  const templates: readonly Template[] = [
    { method: 'get', path: '/a{/:b}' },
    { method: 'get', path: '/a/b/c' },
  ];
  await same(
    templates,
    ['/a', '/a/b', '/a/b/c', '/b'].map((address) => ({ method: 'GET', url: address })),
  );
});
