import { describe, expect, it } from '@jest/globals';
import { ownValue } from './own-value.js';

describe('ownValue', () => {
  const table = { one: 1 };

  it('answers what the table holds', () => {
    expect(ownValue(table, 'one')).toBe(1);
    expect(ownValue(table, 'two')).toBeUndefined();
  });

  it.each(['constructor', 'valueOf', '__proto__', 'toString'])('answers nothing for %s', (name) => {
    expect(ownValue(table, name)).toBeUndefined();
  });
});
