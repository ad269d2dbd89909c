import { describe, expect, it } from '@jest/globals';
import { plainStyle } from 'svc-registry/testing';
import type { SearchedPage, SearchHit } from '../contract/search.js';
import { searchText } from './search-text.js';

const style = { ...plainStyle(40), bold: (text: string) => `*${text}*` };
const found = { kind: 'plugin' as const, signedIn: true, page: 1, limit: 20 };
const hit = {
  kind: 'plugin' as const,
  plugin: 'acme/tools',
  version: '1.0.0',
  name: 'acme/tools',
  description: 'Many\n words',
  private: true,
};

const textOf = (
  data: readonly SearchHit[],
  meta: Partial<SearchedPage> = {},
  next: string | null = null,
) => searchText({ data, next, prev: null, meta: { ...found, ...meta } }, style).split('\n');

describe('what a search shows', () => {
  it('hits with their kind, what they are for, and where to look closer', () => {
    const skill = {
      ...hit,
      kind: 'skill' as const,
      name: 'go',
      description: 'Goes.',
      private: false,
    };
    expect(textOf([hit, skill], { total: 2 })).toEqual([
      '*acme/tools*@1.0.0 private',
      '  Many words',
      '*go* skill of acme/tools@1.0.0',
      '  Goes.',
      'Details: svc info acme/tools',
    ]);
  });

  it('what modules say of the version in a few words', () => {
    const facts = { quality: { label: 'score 64' }, security: { verdict: 'pass' }, odd: null };
    expect(textOf([{ ...hit, facts }])[0]).toBe('*acme/tools*@1.0.0 private  score 64');
  });

  it('words that were found in bold, and those of the text by name', () => {
    const matches: SearchHit['matches'] = [
      { field: 'description', words: ['word'], ranges: [{ start: 6, end: 11 }] },
      { field: 'text', words: ['python'], ranges: [] },
    ];
    expect(textOf([{ ...hit, matches }]).slice(1, 3)).toEqual([
      '  Many *words*',
      '  further in: python',
    ]);
  });

  it('a long text around the first word that was found', () => {
    const description = `${'x'.repeat(50)} needle ${'y'.repeat(50)}`;
    const matches: SearchHit['matches'] = [
      { field: 'description', words: ['needle'], ranges: [{ start: 51, end: 57 }] },
    ];
    expect(textOf([{ ...hit, description, matches }])[1]).toBe(
      `  …${'x'.repeat(23)} *needle* ${'y'.repeat(5)}…`,
    );
    expect(textOf([{ ...hit, description }])[1]).toBe(`  ${'x'.repeat(37)}…`);
  });

  it('which page it is, and how to get the next', () => {
    expect(textOf([hit], { total: 3, limit: 1, page: 2 }, 'c')).toContain(
      'Hits 2 to 2 of 3. The next page: --page 3',
    );
    expect(textOf([hit], { total: 3, limit: 1, page: 3 })).toContain('Hits 3 to 3 of 3.');
    expect(textOf([hit], { total: 600, capped: true, limit: 1 }, 'c')).toContain(
      'Hits 1 to 1 of the best 600; add words to find the others. The next page: --page 2',
    );
    expect(textOf([hit], { limit: 1 }, 'c')).toContain('Hits 1 to 1. The next page: --page 2');
    expect(textOf([hit], { limit: 1 }).join()).not.toContain('next page');
  });

  it('what was searched when nothing was found', () => {
    expect(textOf([], { query: 'tea', signedIn: false })).toEqual([
      'Nothing found for "tea" among the public plugins.',
    ]);
    expect(textOf([], { query: 'tea', kind: 'skill', workspace: 'acme' })).toEqual([
      'Nothing found for "tea" among the skills of the workspace "acme".',
    ]);
    expect(textOf([], { query: '"green tea" pot' })).toEqual([
      'Nothing found for "green tea" pot among the plugins.',
    ]);
    expect(textOf([], { org: 'acme', kind: 'doc' })).toEqual([
      'Nothing found among the READMEs of the organization "acme".',
    ]);
    expect(textOf([], { query: 'tea', page: 4 })).toEqual(['There is no page 4.']);
  });
});
