import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FoundDocument } from './candidates.js';
import { matchesOf } from './matches.js';
import { stemOf, wordsOf } from './words.js';

const documentOf = (
  name: string,
  description: string,
  found: readonly number[] = [],
): FoundDocument => ({
  kind: 'plugin',
  name,
  description,
  path: null,
  fullName: name,
  private: false,
  version: '1.0.0',
  publishedAt: 0,
  nameWords: '',
  descriptionWords: '',
  found: new Set(found),
  organizationId: '',
  tileId: '',
  facts: new Map(),
});

const termsOf = (...words: readonly string[]) => ({
  terms: words.map((word) => ({ word, stems: new Map([[stemOf(word), 1]]), extra: false })),
  name: [],
  phrases: [],
});

/** What the ranges of each field hold. */
function shown(document: FoundDocument, ...words: readonly string[]): Record<string, string[]> {
  const parts = matchesOf(document, termsOf(...words)).map(
    ({ field, ranges }): [string, string[]] => {
      const text = field === 'name' ? document.name : document.description;
      return [field, ranges.map(({ start, end }) => text.slice(start, end))];
    },
  );
  return Object.fromEntries(parts);
}

describe('why a document was found', () => {
  it.each([
    ['another form', 'Testing tests', 'test', { description: ['Testing', 'tests'] }],
    ['part of a word in camel case', 'Uses GitHub', 'hub', { description: ['Hub'] }],
    ['a word in camel case', 'Uses GitHub', 'github', { description: ['GitHub'] }],
    ['two words as one', 'a fast API', 'fastapi', { description: ['fast API'] }],
    ['accents', 'Un café', 'cafe', { description: ['café'] }],
    ['a script without blanks', '请审查代码吧', '审查', { description: ['审查'] }],
    ['nothing', 'Uses GitHub', 'lab', {}],
  ])('%s', (...[, description, word, expected]) => {
    expect(shown(documentOf('acme/x', description), word)).toEqual(expected);
  });

  it('names the words that stand in its text alone', () => {
    expect(matchesOf(documentOf('acme/lint', 'Lints', [0, 1]), termsOf('lint', 'python'))).toEqual([
      { field: 'name', words: ['lint'], ranges: [{ start: 5, end: 9 }] },
      { field: 'description', words: ['lint'], ranges: [{ start: 0, end: 5 }] },
      { field: 'text', words: ['python'], ranges: [] },
    ]);
  });

  it('holds for any text: parts in order, none within another, each with a word that was asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(), (text, at) => {
        const words = wordsOf(text);
        const asked = words[at % Math.max(1, words.length)] ?? 'absent';
        for (const { ranges } of matchesOf(documentOf('', text), termsOf(asked))) {
          for (const [index, { start, end }] of ranges.entries()) {
            expect(start).toBeGreaterThanOrEqual(ranges[index - 1]?.end ?? 0);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(text.length);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});
