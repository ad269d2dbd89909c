import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nameWords, stemOf, textWords, wordsOf } from './words.js';

describe('words', () => {
  it.each<[string, string[]]>([
    ['acme/Code-Review', ['acme', 'code', 'review']],
    ['Café ÀLA', ['cafe', 'ala']],
    ['snake_case v2.1', ['snake', 'case', 'v2', '1']],
    ['codeReview HTTPServer k8s', ['code', 'review', 'http', 'server', 'k8s']],
    ['"quoted" AND (x OR y)*', ['quoted', 'and', 'x', 'or', 'y']],
    ["'; DROP TABLE t; --", ['drop', 'table', 't']],
    ['Straße Ärger', ['straße', 'arger']],
    ['कोड समीक्षा', ['कोड', 'समीक्षा'].map((word) => word.normalize('NFKD'))],
    ['代码审查', ['代码', '码审', '审查']],
    ['!!! --- ***', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('of a name are found however the name is split', () => {
    expect(nameWords('acme/fast-api')).toEqual([
      'acme',
      'fast',
      'api',
      'acmefast',
      'fastapi',
      'acmefastapi',
    ]);
    expect(textWords('Uses GitHub')).toEqual(['uses', 'git', 'hub', 'github']);
  });

  it('have one stem in all their forms', () => {
    expect(new Set(['test', 'tests', 'tested', 'testing'].map(stemOf)).size).toBe(1);
    expect(['k8s', 'go', 'straße'].map(stemOf)).toEqual(['k8s', 'go', 'straße']);
  });

  it('never carry syntax', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of [...nameWords(text), ...textWords(text)])
          expect(stemOf(word)).toMatch(/^[\p{L}\p{N}\p{M}]{1,64}$/u);
      }),
      { numRuns: 2000 },
    );
  });
});
