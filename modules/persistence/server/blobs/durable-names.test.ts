import { expect, it } from '@jest/globals';
import { DurableNames } from './durable-names.js';

it('knows a name by the file that it stood for', () => {
  const names = new DurableNames();
  names.add({ sha256: 'a', mark: '1' });
  expect([
    names.has({ sha256: 'a', mark: '1' }),
    names.has({ sha256: 'a', mark: '2' }),
    names.has({ sha256: 'b', mark: '1' }),
  ]).toEqual([true, false, false]);
});

it('knows nothing of a file that has gone again', () => {
  const names = new DurableNames();
  names.add({ sha256: 'a', mark: undefined });
  expect(names.has({ sha256: 'a', mark: undefined })).toBe(false);
});

it('forgets those that it has known longest', () => {
  const names = new DurableNames();
  for (let at = 0; at <= 20_000; at += 1) names.add({ sha256: String(at), mark: '1' });
  expect([0, 1, 20_000].map((at) => names.has({ sha256: String(at), mark: '1' }))).toEqual([
    false,
    true,
    true,
  ]);
});
