import { describe, expect, it } from '@jest/globals';
import { RecentValues } from './recent-values.js';

describe('recent values', () => {
  it('keeps what was asked lately', () => {
    const recent = new RecentValues<number>(10);
    recent.set('often', 0);
    for (let index = 1; index < 1000; index++) {
      recent.set(`once ${index}`, index);
      expect(recent.get('often')).toBe(0);
    }
    expect(recent.get('once 1')).toBeUndefined();
    expect(recent.get('once 999')).toBe(999);
    expect(recent.size).toBeLessThanOrEqual(20);
  });

  it('is bounded in characters, too', () => {
    const recent = new RecentValues<number>();
    for (let index = 0; index < 2000; index++) recent.set(`${index}${'x'.repeat(4000)}`, index);
    expect(recent.size).toBeLessThan(1001);
    recent.set('x'.repeat(4097), 1);
    expect(recent.get('x'.repeat(4097))).toBeUndefined();
  });
});
