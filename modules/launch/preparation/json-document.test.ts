import { expect, it } from '@jest/globals';
import { readJson, utf8Text } from './json-document.js';

it('reads JSON', () => {
  expect(readJson(' {"a": ["x:y", {"b": 1}, {"b": 2}]}\r\n')).toEqual({
    value: { a: ['x:y', { b: 1 }, { b: 2 }] },
  });
});

it.each([
  ['', /not valid JSON/],
  ['{"a": 1', /cut off/],
  ['{"a": 1} x', /not valid JSON/],
  ['{"a": 1, "b": {"c": 1, "c": 2}}', /the key "c" twice/],
  ['{"a": 1, "\\u0061" : 2}', /the key "a" twice/],
  ['{"x": {"__proto__": {"polluted": 1}}}', /"__proto__"/],
  ['{"x": {"__pro\\u0074o__": 1}}', /"__proto__"/],
  [`${'['.repeat(101)}${']'.repeat(101)}`, /deeper than 100/],
  [`${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`, /deeper than 100/],
])('refuses %.40s', (text, problem) => {
  expect(readJson(text)).toEqual({ problem: expect.stringMatching(problem) as unknown });
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

it('takes very long strings', () => {
  const text = `\\"${'x'.repeat(1_000_000)}`;
  expect(readJson(JSON.stringify({ text }))).toEqual({ value: { text } });
});

it('takes UTF-8 with a byte order mark, and nothing else', () => {
  expect(utf8Text(Buffer.from('\ufeffä'))).toBe('ä');
  expect(utf8Text(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined();
});
