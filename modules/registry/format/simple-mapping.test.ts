import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readSimpleMapping } from './simple-mapping.js';
import { readYamlMapping } from './yaml-mapping.js';

/** What decides how YAML reads a line, much denser than in any file. */
const piece = fc.oneof(
  fc.constantFrom(
    ...': |: |:|#| #|"|\'|\\|\n|\n|\n|---|...|%|,|[|]|{|}|&a|*a|!|!!str|>|>-|?|? |-|- |@|`|~|null|True|FALSE|yes'.split(
      '|',
    ),
  ),
  fc.constantFrom(
    ...'1|0|007|0x1f|0o7|1e3|.5|-1|+1|.inf|.nan|1.5|1.2.3|10:30|2001-01-01|a|b|key|name: x|\t| |  |\u00a0|\ufeff|é|—|😀|\u0085|\u2028'.split(
      '|',
    ),
  ),
  fc.string({ maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const anyText = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
/** Nearly what is read here. */
const key = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[a-c][\w-]{0,2}$/) },
  { weight: 1, arbitrary: piece },
);
const words = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('x', 'use', ' ', ' ', '(y)', '-', 'é', '1') },
  { weight: 1, arbitrary: piece },
);
const value = fc.tuple(
  fc.constantFrom('', 'a', '"', "'", '1.2.'),
  fc.array(words, { maxLength: 5 }),
  fc.constantFrom('', '"', "'"),
);
const someLines = fc
  .array(fc.tuple(key, value), { minLength: 1, maxLength: 3 })
  .map((lines) =>
    lines
      .map(([name, [open, middle, close]]) => `${name}: ${open}${middle.join('')}${close}`)
      .join('\n'),
  );

describe('simple mappings', () => {
  it('are read exactly as the YAML parser reads them, or left to it', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, someLines), (text) => {
        const simple = readSimpleMapping(text);
        if (simple !== undefined) expect(readYamlMapping(text)).toEqual(simple);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [
      'plain words',
      'name: pdf\ndescription: Use when (really) it\'s about "PDF" files, see a:b, c#d & more — so.',
    ],
    ['a version', 'name: pdf\nversion: 1.0.0'],
    ['quoted texts', 'name: "pdf"\ndescription: \'Use when: x #y\'   '],
  ])('with %s need no parser', (_what, text) => {
    const simple = readSimpleMapping(text);
    expect(simple?.values.size).toBe(2);
    expect(simple).toEqual(readYamlMapping(text));
  });

  it.each([
    '',
    'a: 1',
    'a: null',
    'true: a',
    'a: b: c',
    'a: b #c',
    'a:',
    'a: >\n  b',
    'a: [b]',
    'a: "b\\n"',
    "a: 'it''s'",
    'a: b\na: c',
    'a: b\n c',
  ])('are not what %j is', (text) => {
    expect(readSimpleMapping(text)).toBeUndefined();
  });
});
