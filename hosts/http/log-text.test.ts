import { expect, it } from '@jest/globals';
import { openLog } from './log.js';

function logged(
  level: 'info' | 'warn',
  write: (log: ReturnType<typeof openLog>) => void,
): readonly string[] {
  const lines: string[] = [];
  const teller = {
    note: (text: string) => void lines.push(text),
    warn: (text: string) => void lines.push(`! ${text}`),
  };
  write(openLog({ logLevel: level, log: 'text' }, teller));
  return lines;
}

it('is sentences for people: an error with its cause and without where it was thrown, and no secret', () => {
  const lines = logged('warn', (log) => {
    log.info({}, 'listening');
    log.warn({ lines: 3, token: 'svc_key_1' }, 'lines are missing');
    log.error({ err: new Error('the disk is full'), module: 'audit' }, 'contribution failed');
    log.error({ requestId: 'abc', method: 'GET', path: '/v1/x', status: 500, ms: 3 }, 'request');
  });
  expect(lines).toEqual([
    '! lines are missing (lines 3, token [redacted])',
    'error: contribution failed (module audit): the disk is full',
    'error: GET /v1/x was answered with 500 after 3 ms (request abc)',
  ]);
});

it('has the rest where it is asked for', () => {
  const request = {
    requestId: 'abc',
    method: 'GET',
    path: '/',
    status: 200,
    ms: 0.4,
    aborted: true,
  };
  const lines = logged('info', (log) => {
    log.info({}, 'stopped');
    log.info(request, 'request');
  });
  expect(lines).toEqual([
    'stopped',
    'GET / was answered with 200 after 0.4 ms, but the client had disconnected (request abc)',
  ]);
});
