import { expect, it } from '@jest/globals';
import { withinTime } from './time-budget.js';

it('answers what the work answers, time after time', () => {
  for (const value of [1, undefined, 'text'])
    expect(withinTime(1000, () => value)).toEqual({ value });
});

it('hands on what the work throws', () => {
  const mistake = new RangeError('mine');
  expect(() =>
    withinTime(1000, () => {
      throw mistake;
    }),
  ).toThrow(mistake);
  expect(withinTime(1000, () => 1)).toEqual({ value: 1 });
});

it('gives up work that does not end, and goes on with the next', () => {
  const endless = () => /^(a+)+$/.test(`${'a'.repeat(60)}!`);
  expect(withinTime(20, endless)).toBeUndefined();
  expect(withinTime(1000, () => 2)).toEqual({ value: 2 });
});

it('runs within work that is timed itself', () => {
  expect(withinTime(1000, () => [withinTime(1000, () => 1), withinTime(1000, () => 2)])).toEqual({
    value: [{ value: 1 }, { value: 2 }],
  });
});
