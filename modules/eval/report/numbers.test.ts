import { describe, expect, test } from '@jest/globals';
import {
  liftIntervalOf,
  liftOf,
  percentOf,
  percentUpOf,
  pOf,
  scoreOf,
  shareIntervalOf,
} from './numbers.js';

describe('nothing seems better than it is', () => {
  test.each([
    [0, '0%'],
    [0.299, '29%'],
    [0.29, '29%'],
    [0.7999, '79%'],
    [0.999, '99%'],
    [1, '100%'],
  ])('a score of %d is %s', (score, text) => {
    expect(percentOf(score)).toBe(text);
  });

  test.each([
    [12.39, '+12.3'],
    [-12.39, '−12.3'],
    [0.04, '0.0'],
    [-0.04, '0.0'],
    [100, '+100.0'],
  ])('a lift of %d is %s', (lift, text) => {
    expect(liftOf(lift)).toBe(text);
  });

  test('intervals are rounded outwards', () => {
    expect(liftIntervalOf({ low: -0.01, high: 20.61 })).toBe('−0.1 to +20.7');
    expect(liftIntervalOf({ low: 0, high: 0.3 })).toBe('0.0 to +0.3');
    expect(shareIntervalOf({ low: 0.719, high: 0.911 })).toBe('71% to 92%');
  });

  test.each([
    [0.0501, 'p = 0.051'],
    [0.05, 'p = 0.050'],
    [0.0004, 'p < 0.001'],
    [1, 'p = 1.000'],
  ])('a p-value of %d is %s', (p, text) => {
    expect(pOf(p)).toBe(text);
  });

  test('a share of mistakes is rounded up', () => {
    expect(percentUpOf(0.005)).toBe('1%');
  });

  test('points have two decimals at most', () => {
    expect(scoreOf(2.999)).toBe('2.99');
    expect(scoreOf(5)).toBe('5');
  });
});
