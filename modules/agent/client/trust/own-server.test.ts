import { expect, it } from '@jest/globals';
import { entryHash } from '../../session/entry-hash.js';
import { isOwnServer } from './own-server.js';

it.each([
  [{ type: 'stdio', command: 'svc', args: ['mcp', 'start'] }, true],
  [{ command: '/opt/svc', args: ['mcp', 'start'] }, true],
  [{ command: process.execPath, args: ['/opt/svc', 'mcp', 'start'] }, true],
  [{ command: './svc', args: ['mcp', 'start'] }, false],
  [{ command: '/tmp/svc', args: ['mcp', 'start'] }, false],
  [{ command: 'svc', args: ['mcp', 'start', '--x'] }, false],
  [{ command: 'svc', args: ['mcp', 'start'], env: { NODE_OPTIONS: '-r ./x' } }, false],
  [{ url: 'svc' }, false],
  [null, false],
])('svc’s own tool server: %j is %s', (value, own) => {
  expect(isOwnServer(value, '/opt/svc')).toBe(own);
});

it('hashes an entry whatever the order of its members, and tells values apart', () => {
  const hash = entryHash({ a: 1, b: { c: [1, 2], d: null } });
  expect(entryHash({ b: { d: null, c: [1, 2] }, a: 1 })).toBe(hash);
  for (const other of [
    { a: 1, b: { c: [2, 1], d: null } },
    { a: '1', b: { c: [1, 2], d: null } },
    {
      a: 1,
      b: [
        ['c', [1, 2]],
        ['d', null],
      ],
    },
    {},
    undefined,
  ])
    expect(entryHash(other)).not.toBe(hash);
});
