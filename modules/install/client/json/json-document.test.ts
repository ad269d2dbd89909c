import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { jsonCorpus } from '../testing/json-corpus.js';
import { JsonDocument, propertiesOf, readPlainJson } from './json-document.js';

/** What the parser finds that records positions; `undefined` unless that is one sound object without doubled keys. */
function byParser(text: string): { value: unknown; keys: unknown } | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  if (root?.type !== 'object' || errors.length > 0) return undefined;
  return { value: getNodeValue(root), keys: keysOf(root) };
}

/** Every key in the order of the file, level by level. */
function keysOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(keysOf);
  return node.type === 'object'
    ? propertiesOf(node).map(([key, value]) => [key, keysOf(value)])
    : null;
}

function keysOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysOfValue);
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).map(([key, member]) => [key, keysOfValue(member)]);
}

function expectAlike(text: string): boolean {
  const plain = readPlainJson(text);
  if (plain === undefined) return false;
  expect({ value: plain, keys: keysOfValue(plain) }).toEqual(byParser(text));
  return true;
}

const space = fc.constantFrom('', ' ', '\n', '\r\n\t');
const key = fc.oneof(
  fc.constantFrom('a', 'b', '\\"', ':', '\\\\', '1', '__proto__', '\\u0061', '"', 'a": "b'),
  fc.string({ maxLength: 3 }),
);
const { text: jsonText } = fc.letrec<{ text: string; object: string; array: string; leaf: string }>(
  (tie) => ({
    text: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('object'), tie('array')),
    leaf: fc.oneof(
      key.map((word) => `"${word}"`),
      fc.constantFrom('1', '-0', '1e3', 'true', 'null', '"{\\"a\\": 1}"', '/* c */ 1', ''),
    ),
    object: fc
      .array(fc.tuple(space, key, space, tie('text'), space), { maxLength: 3 })
      .map(
        (members) =>
          `{${members.map(([a, name, b, value, c]) => `${a}"${name}"${b}:${b}${value}${c}`).join(',')}}`,
      ),
    array: fc.array(tie('text'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  }),
);

describe('JSON as programs write it', () => {
  it('is read as the parser reads it that records positions', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, fc.json()), (text) => {
        expectAlike(text);
        try {
          expectAlike(JSON.stringify(JSON.parse(text), null, 2));
        } catch (error) {
          expect(error).toMatchObject({ name: 'SyntaxError' });
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each(Object.entries(jsonCorpus))('may be that of agents: %s', (_name, text) => {
    expectAlike(text);
  });

  it.each([
    '{}',
    '{\r\n\t"a": {\r\n\t\t"b": []\r\n\t}\r\n}\r\n',
    JSON.stringify({ a: JSON.stringify({ b: '"c": 1' }) }, null, 2),
  ])('is %j', (text) => {
    expect(expectAlike(text)).toBe(true);
  });

  it.each([
    '',
    '[]',
    '1',
    '{"a": 1, "a": 2}',
    '{"a": {"b": 1, "\\u0062": 2}}',
    '{\n  "a": 1,\n  "a": 2\n}',
    '{\n  "b": 1,\n  "2": 1\n}',
    '{"a": 1,}',
    '{} //',
    `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  ])('is not %j', (text) => {
    expect(readPlainJson(text)).toBeUndefined();
  });

  it('reports a merge conflict as what it is', () => {
    const text = '{\n<<<<<<< HEAD\n  "a": 1\n=======\n  "a": 2\n>>>>>>> theirs\n}\n';
    expect(() => JsonDocument.parse('x.json', text)).toThrow(
      expect.objectContaining({
        issues: expect.arrayContaining([
          expect.objectContaining({
            line: 2,
            message: 'is not valid JSON: git has left a merge conflict here',
          }),
        ]) as unknown,
      }),
    );
  });

  it('reports the positions of problems, too', () => {
    const document = JsonDocument.parse('x.json', '{\n  "a": {\n    "b": 1\n  }\n}\n');
    expect(document.members(['a'])).toEqual([['b', 1]]);
    expect([
      document.hasObject(['a']),
      document.hasObject(['a', 'b']),
      document.hasObject(['c']),
    ]).toEqual([true, false, false]);
    document.problem(['a', 'b'], 'is wrong');
    const issues = [{ file: 'x.json', line: 3, column: 10, field: 'a.b', message: 'is wrong' }];
    expect(() => {
      document.throwProblems();
    }).toThrow(expect.objectContaining({ issues }));
    expect(document.members(['a'])).toEqual([['b', 1]]);
  });
});
