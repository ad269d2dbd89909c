import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonObject } from './json-object.js';
import type { JsonFindings, JsonLocation } from './json-value.js';

interface Kept extends JsonLocation {
  readonly message: string;
}

function read(text: string) {
  const errors: Kept[] = [];
  const findings: JsonFindings = {
    strict: true,
    error: (message, location) => errors.push({ message, ...location() }),
    warn: (message, location) => errors.push({ message, ...location() }),
  };
  return { fields: jsonObject({ file: 'a.json', text }, findings), errors };
}

it('values say where they stand', () => {
  const { fields } = read('{\n  "a": [\n    { "b c": 1 }\n  ]\n}');
  const inner = fields?.get('a')?.array()?.[0]?.object()?.get('b c');
  expect(inner?.plain()).toBe(1);
  expect(inner?.location).toEqual({ file: 'a.json', line: 3, column: 14, field: 'a[0]["b c"]' });
});

it('values of another type are found', () => {
  const { fields, errors } = read('{"a": 1, "b": null, "c": " "}');
  expect([fields?.get('a')?.string(), fields?.get('b')?.array(), fields?.get('c')?.text()]).toEqual(
    [undefined, undefined, undefined],
  );
  expect(errors.map(({ message }) => message)).toEqual([
    '"a" must be a string, not a number.',
    '"b" must be a list, not null.',
    '"c" must not be empty.',
  ]);
});

it.each([
  ['', 'The file is empty; it must hold a JSON object.', { line: 1, column: 1 }],
  ['[]', 'The file must be an object, not an array.', { line: 1, column: 1 }],
  ['{"a": 1,}', 'The file is not valid JSON: property name expected.', { line: 1, column: 9 }],
  ['{\n// no\n}', 'The file is not valid JSON: invalid comment token.', { line: 2, column: 1 }],
  ['{"a": 1,\n "a": 2}', 'The key "a" occurs twice in one object.', { line: 2, column: 2 }],
  [`{"a":${'['.repeat(70)}`, 'The file nests deeper than 64 levels.', { line: 1, column: 1 }],
])('%j is refused', (text, message, position) => {
  expect(read(text)).toMatchObject({ fields: undefined, errors: [{ message, ...position }] });
});

it('whatever a text is, it has fields or a problem', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { fields, errors } = read(text);
      expect(fields === undefined).toBe(errors.length > 0);
    }),
  );
});
