import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { RecordingLog } from '../../test/contract/open-database.js';
import { createLimitedServer, listen } from './listen.js';

it('a connection beyond the most that may be open is closed, and logged', async () => {
  const log = new RecordingLog();
  const server = createLimitedServer((_request, response) => response.end('served'), log);
  server.maxConnections = 1;
  const port = await listen(server, { host: '127.0.0.1', port: 0 }, log);
  const first = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const second = connect(port, '127.0.0.1');
  await once(second, 'close');
  expect(log.lines).toMatchObject([
    { level: 'warn', message: 'a connection was dropped: no more may be open' },
  ]);
  first.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(String((await once(first, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 OK/);
  server.close();
});
