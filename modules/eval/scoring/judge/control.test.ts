import { expect, it } from '@jest/globals';
import { controlTemplates } from './control-templates.js';
import { withControl } from './control.js';
import type { Judged } from './question.js';

const criterion = (name: string, more: Partial<Judged> = {}): Judged => ({
  name,
  description: `Has ${name}`,
  maxScore: 20,
  category: undefined,
  ...more,
});
const criteria = [
  criterion('a', { category: 'DESIGN' }),
  criterion('b', { maxScore: 5 }),
  criterion('c', { category: 'MUST_NOT', maxScore: 7 }),
  criterion('d', { maxScore: 0 }),
];
const seeds = Array.from({ length: 300 }, (_, at) => `seed ${at}`);
const controlsOf = (asked: readonly Judged[], texts: readonly string[] = []): readonly Judged[] =>
  seeds.map((seed) => {
    const { criteria: put, control } = withControl(asked, texts, seed);
    expect(put.toSpliced(control, 1)).toEqual(asked);
    return put[control]!;
  });

it('the same seed has the same control, and others have others at every index', () => {
  expect(withControl(criteria, [], 'one')).toEqual(withControl(criteria, [], 'one'));
  const indexes = seeds.map((seed) => withControl(criteria, [], seed).control);
  expect(new Set(indexes)).toEqual(new Set([0, 1, 2, 3, 4]));
  const descriptions = controlsOf(criteria).map(({ description }) => description);
  expect(new Set(descriptions).size).toBeGreaterThan(290);
});

it('a control is worth what another criterion is worth, and never forbids anything', () => {
  const worth = controlsOf(criteria).map(({ maxScore, category }) => `${category} ${maxScore}`);
  expect(new Set(worth)).toEqual(new Set(['DESIGN 20', 'undefined 5']));
  for (const only of [criteria[2]!, criteria[3]!])
    for (const { maxScore, category } of controlsOf([only]))
      expect([maxScore > 0, category]).toEqual([true, undefined]);
});

it('a control is about nothing that a text mentions, as far as there is such a topic', () => {
  const [last, ...others] = controlTemplates;
  const mentioned = others.map(({ topic }) => `The ${topic.toUpperCase()}s.`);
  for (const { name } of controlsOf(criteria, mentioned)) expect(name).toBe(last!.name);
  expect(controlsOf(criteria, [...mentioned, last!.topic])).toHaveLength(seeds.length);
});

it.each(controlTemplates)(
  'the description of "$name" names its topic and one value',
  (template) => {
    const { topic, description } = template;
    expect(description.toLowerCase()).toContain(topic.split(' ').at(-1));
    expect(description.match(/\{id\}/gi)).toHaveLength(1);
    expect(description).toMatch(/`[^`]*\{id\}[^`]*`|Release \{ID\}/i);
  },
);
