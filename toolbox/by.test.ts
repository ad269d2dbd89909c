import { expect, it } from '@jest/globals';
import { by } from './by.js';

it('sorts by code units, and keeps the order of equal ones', () => {
  const items = ['ä', 'b', 'B', 'a', 'b'].map((name, at) => ({ name, at }));
  const sorted = items.sort(by(({ name }) => name)).map(({ name, at }) => `${name}${at}`);
  expect(sorted).toEqual(['B2', 'a3', 'b1', 'b4', 'ä0']);
});

it('sorts entries by their keys', () => {
  const entries = Object.entries({ b: 1, a: 2 });
  expect(entries.sort(by(([key]) => key))).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});
