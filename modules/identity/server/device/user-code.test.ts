import { describe, expect, it } from '@jest/globals';
import { newUserCode, shownUserCode, typedUserCode } from './user-code.js';

describe('user codes', () => {
  it('are eight consonants, spread evenly', () => {
    const codes = Array.from({ length: 4_000 }, newUserCode);
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
    expect(new Set(codes).size).toBe(codes.length);
    const counts = new Map<string, number>();
    for (const letter of codes.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    // 32,000 letters: 1,600 of each, give or take six standard deviations
    for (const count of counts.values()) expect(Math.abs(count - 1_600)).toBeLessThan(240);
    expect(counts.size).toBe(20);
  });

  it('are read however they are typed', () => {
    const code = newUserCode();
    const shown = shownUserCode(code);
    expect(shown).toMatch(/^\w{4}-\w{4}$/);
    for (const typed of [
      shown,
      code,
      code.toLowerCase(),
      ` ${shown}\n`,
      shown.replace('-', ' – '),
      code.replace(/./g, '$& '),
      `--${code}—`,
    ]) {
      expect(typedUserCode(typed)).toBe(code);
    }
  });

  it.each([
    '',
    'WDJB-MJH',
    'WDJB-MJHTT',
    'WDJB-MJHA',
    'WDJB-MJH1',
    'WDJB_MJHT',
    'ＷDJBMJHT',
    '%',
    '\0\0\0\0\0\0\0\0',
  ])('%j is none', (typed) => {
    expect(typedUserCode(typed)).toBeUndefined();
  });
});
