import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { requireSmall } from './json-size.js';
import { checkKeys } from './checked-json.js';

const check = (text: string) => () => {
  checkKeys(JSON.parse(text) as object, {
    text,
    keys: requireSmall(Buffer.from(text), { values: 10_000 }),
  });
};

describe('checkKeys', () => {
  it.each([
    ['{}', '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}'],
    ['keys like values', '{"a":"a","b":"a: \\"a\\":","c":["a","a"]}'],
    ['escapes', '{"a\\"":1,"a\\\\":2,"\\u0061":3,":":4}'],
    ['blanks', '{ "a" \n:\t1 , "b":\r\n "x" }'],
  ])('takes %s', (_what, text) => {
    expect(check(text)).not.toThrow();
  });

  it('takes whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const text = JSON.stringify(value);
        if (!text.includes('__proto__')) expect(check(text)).not.toThrow();
      }),
    );
  });

  it.each([
    ['{"a":1,"a":1}', { field: 'a', line: 1, column: 8 }],
    ['{"role":"member",\n "x":{},\n "role":"owner"}', { field: 'role', line: 3, column: 2 }],
    ['{"x":[{"deep":1,"b":{},"deep":2}]}', { field: 'deep', line: 1, column: 24 }],
    ['{"a":1,"\\u0061":2}', { field: 'a', line: 1, column: 8 }],
    ['{"":1,"":2}', { field: '', line: 1, column: 7 }],
  ])('refuses %j and says where', (text, position) => {
    const what = `The request body has the key "${position.field}" twice.`;
    expect(check(text)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        status: 400,
        message: what,
        issues: [{ ...position, message: 'is given twice' }],
      }),
    );
  });

  it('refuses __proto__', () => {
    expect(check('{"a":{"__proto__":{}}}')).toThrow('__proto__');
  });
});
