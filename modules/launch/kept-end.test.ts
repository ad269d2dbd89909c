import { describe, expect, it } from '@jest/globals';
import { KeptEnd } from './kept-end.js';

describe('the end of a stream', () => {
  it('is kept, however the stream was cut into pieces', () => {
    for (const size of [1, 3, 7, 10, 100]) {
      const kept = new KeptEnd(10);
      const whole = Array.from({ length: 100 }, (_, index) => String(index)).join('');
      for (let at = 0; at < whole.length; at += size)
        kept.add(Buffer.from(whole.slice(at, at + size)));
      expect(kept.text()).toBe(whole.slice(-10));
      expect(kept.text(4)).toBe(whole.slice(-4));
    }
  });

  it('is all of a short one', () => {
    const kept = new KeptEnd(10);
    kept.add(Buffer.from('abc'));
    expect(kept.text()).toBe('abc');
  });
});
