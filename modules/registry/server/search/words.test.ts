import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { queryWords, searchable, wordsOf } from './words.js';

describe('words', () => {
  it.each<[string, string[]]>([
    ['acme/Code-Review', ['acme', 'code', 'review']],
    ['Café ÀLA', ['cafe', 'ala']],
    ['snake_case v2.1', ['snake', 'case', 'v2', '1']],
    ['"quoted" AND (x OR y)*', ['quoted', 'and', 'x', 'or', 'y']],
    ["'; DROP TABLE t; --", ['drop', 'table', 't']],
    ['!!! --- ***', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('never carry syntax', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of queryWords(text)) expect(word).toMatch(/^[\p{L}\p{N}]{1,64}$/u);
      }),
      { numRuns: 2000 },
    );
  });

  it('are the same for a text and for what is indexed of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(wordsOf(searchable(text))).toEqual(wordsOf(text));
      }),
    );
  });
});
