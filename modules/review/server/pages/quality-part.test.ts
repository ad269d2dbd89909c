import { expect, it } from '@jest/globals';
import type { QualityResult } from '../../contract/quality-view.js';
import { noLinks } from './file-links.js';
import { qualityPart } from './quality-part.js';

interface Shown {
  readonly skills: readonly { readonly name: string }[];
  readonly first: string;
  readonly more: string;
}

const skill = (name: string, leftOut: readonly string[] = []) => ({
  ...{ name, path: name, reviewScore: 1, judges: {}, leftOut },
  validation: { checks: [] },
  scoring: { components: [] },
});

function shown(skills: readonly object[], query = '') {
  const result = { reviewScore: 1, skills } as unknown as QualityResult;
  const at = { links: noLinks, address: '/at', query: new URLSearchParams(query) };
  const { data } = qualityPart(result, at);
  const { first, more, skills: parts } = data as Shown;
  return [parts.map(({ name }) => name).join(' '), first, more];
}

const few = ['a', 'b', 'c'].map((name) => skill(name));
const large = ['a', 'b', 'c'].map((name) => skill(name, ['<'.repeat(5000)]));

it.each([
  ['', ['a b c', '', '']],
  ['from=3', ['c', '/at', '']],
  ['from=4', ['', '/at', '']],
  ['from=x', ['a b c', '', '']],
])('shows the scores of skills: %s', (query, expected) => {
  expect(shown(few, query)).toEqual(expected);
});

it('shows as many as a page has room for', () => {
  expect(shown(large)).toEqual(['a', '', '/at?from=2']);
  expect(shown(large, 'from=2')).toEqual(['b', '/at', '/at?from=3']);
  expect(shown(large, 'from=3')).toEqual(['c', '/at', '']);
  expect(shown(Array.from({ length: 30 }, () => skill('a')))[2]).toBe('/at?from=11');
});
