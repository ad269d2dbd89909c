import { expect, it } from '@jest/globals';
import { withinProcessorTime, withinTime } from './time-budget.js';

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

it('does not count what other programs took of the time', () => {
  let tries = 0;
  const delayed = (): number => {
    tries += 1;
    // waiting costs no processor, like a program whose turn does not come
    if (tries === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    return tries;
  };
  expect(withinProcessorTime(1000, delayed)).toEqual({ value: 2 });
});

it('gives up what computes too long, without another try', () => {
  let tries = 0;
  const endless = (): boolean => {
    tries += 1;
    return /^(a+)+$/.test(`${'a'.repeat(60)}!`);
  };
  expect(withinProcessorTime(200, endless)).toBeUndefined();
  expect(tries).toBeLessThan(5);
});
