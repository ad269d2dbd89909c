import { expect, it } from '@jest/globals';
import express from 'express';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageClasses } from './message-classes.js';

it('requests and responses have the prototypes that express would give them, from the start', async () => {
  const app = express();
  app.get('/', (request, response) => response.send(request.get('x-said')));
  const same: boolean[] = [];
  const server = createServer(messageClasses(app), (request, response) => {
    const before = [request, response].map((message): unknown => Object.getPrototypeOf(message));
    app(request, response);
    same.push(
      ...[request, response].map((message, at) => Object.getPrototypeOf(message) === before[at]),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-said': 'hello' } });
  expect([await answer.text(), ...same]).toEqual(['hello', true, true]);
  await new Promise((done) => server.close(done));
});
