import { expect, it } from '@jest/globals';
import type { QualityResult } from '../../contract/quality-view.js';
import { noLinks } from './file-links.js';
import { qualityPart } from './quality-part.js';

interface Shown {
  readonly rows: readonly { readonly name: string }[];
  readonly skill: { readonly name: string } | null;
  readonly first: string;
  readonly more: string;
}

const skill = (name: string, reviewScore: number | null) => ({
  ...{ name, path: name, reviewScore, judges: {} },
  validation: { checks: [] },
  scoring: { components: [] },
});

function shown(skills: readonly object[], query = '') {
  const result = { reviewScore: 1, skills } as unknown as QualityResult;
  const at = { links: noLinks, address: '/at', query: new URLSearchParams(query) };
  const { rows, skill: one, first, more } = qualityPart(result, at).data as Shown;
  return { rows: rows.map(({ name }) => name), skill: one?.name, first, more };
}

it.each([
  ['', 'b'],
  ['skill=c', 'c'],
  ['skill=none', 'b'],
])('shows the points of one skill, by itself of the worst: %j', (query, name) => {
  const few = [skill('a', 50), skill('b', null), skill('c', 0)];
  expect(shown(few, query)).toEqual({ rows: ['a', 'b', 'c'], skill: name, first: '', more: '' });
});

it('lists no skills where there is one or none', () => {
  expect(shown([skill('a', 1)])).toEqual({ rows: [], skill: 'a', first: '', more: '' });
  expect(shown([])).toEqual({ rows: [], skill: undefined, first: '', more: '' });
});

it('lists many skills in parts', () => {
  const many = Array.from({ length: 150 }, (_, at) => skill(`s-${at}`, at));
  expect(shown(many)).toMatchObject({ skill: 's-0', first: '', more: '/at?from=101' });
  const rest = shown(many, 'from=101&skill=s-120');
  expect(rest).toMatchObject({ skill: 's-120', first: '/at', more: '' });
  expect([rest.rows.length, rest.rows[0]]).toEqual([50, 's-100']);
});
