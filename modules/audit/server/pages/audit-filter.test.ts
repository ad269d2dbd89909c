import { expect, it } from '@jest/globals';
import { addressOf, filterIn, inputOf } from './audit-filter.js';

const read = (query: string) => filterIn(new URLSearchParams(query));

it('takes whole days, and keeps everything in the address', () => {
  const filter = read('actor=%20ci&object=&since=2026-03-01&until=2026-03-02');
  expect(inputOf(filter)).toEqual({
    actor: 'ci',
    since: '2026-03-01T00:00:00.000Z',
    until: '2026-03-02T23:59:59.999Z',
  });
  expect(addressOf('/log', filter, 'c')).toBe(
    '/log?actor=ci&since=2026-03-01&until=2026-03-02&after=c',
  );
});

it.each(['since=yesterday', 'since=2026-13-45', 'until=2026-3-1', ''])(
  'is not narrowed by "%s"',
  (query) => {
    expect(inputOf(read(query))).toEqual({});
    expect(addressOf('/log', read(query))).toBe('/log');
  },
);
