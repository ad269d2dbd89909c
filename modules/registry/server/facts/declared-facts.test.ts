import { expect, it } from '@jest/globals';
import { searchFactsPoint } from '../../contract/search-facts.js';
import { DeclaredFacts } from './declared-facts.js';

/** The facts of a module that contributes this one. */
const facts = (id: string, data: unknown) =>
  new DeclaredFacts({
    of: ((point: { id: string }) =>
      point.id === searchFactsPoint.id ? [{ module: 'demo', id, data }] : []) as never,
  });

it.each<[string, object, string]>([
  ['relevance', { type: 'text' }, 'the name is taken'],
  ['workspace', { type: 'text' }, 'the name is taken'],
  ['Big', { type: 'text' }, 'its name is not of small letters, digits, "-" and "."'],
  [
    'size',
    { type: 'number', order: 'ascending' },
    'its type is "number", and not "text", "integer" or "instant"',
  ],
  ['size', { type: 'integer' }, 'its order is neither "ascending" nor "descending"'],
  ['size', { type: 'text', order: 'ascending' }, 'a text has no order'],
])('refuses %s %j, and names the module', (name, data, why) => {
  expect(() => facts(name, data)).toThrow(
    expect.objectContaining({
      code: 'search_fact_refused',
      details: expect.objectContaining({ module: 'demo' }),
      message: `The search fact "${name}" of the module "demo" is refused: ${why}.`,
    }),
  );
});

it('knows what was contributed', () => {
  const declared = facts('demo.stars-given', {
    summary: 'Stars',
    type: 'integer',
    order: 'descending',
  });
  expect(declared.all()).toEqual([
    { name: 'demo.stars-given', summary: 'Stars', type: 'integer', order: 'descending' },
  ]);
  expect(declared.get('stars')).toBeUndefined();
});
