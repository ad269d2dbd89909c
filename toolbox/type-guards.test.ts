import { describe, expect, it } from '@jest/globals';
import { fieldsOf, isRecord, listOf } from './type-guards.js';

describe('isRecord', () => {
  it.each([{}, { a: 1 }, Object.create(null)])('takes %j', (value) => {
    expect(isRecord(value)).toBe(true);
  });

  it.each([null, undefined, [], 'text', 1, () => ({})])('refuses %j', (value) => {
    expect(isRecord(value)).toBe(false);
  });
});

describe('fieldsOf', () => {
  it('answers the value itself where it has fields, and none otherwise', () => {
    const value = { a: 1 };
    expect(fieldsOf(value)).toBe(value);
    for (const other of [null, undefined, 'text', 1]) expect(fieldsOf(other)).toEqual({});
  });
});

describe('listOf', () => {
  it('answers the list itself, and none for anything else', () => {
    const list = [1];
    expect(listOf(list)).toBe(list);
    for (const other of [null, undefined, 'text', { length: 1 }]) expect(listOf(other)).toEqual([]);
  });
});
