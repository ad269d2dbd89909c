import { expect, it } from '@jest/globals';
import { readBundle } from './open-bundle.js';
import { isShipped } from './shipped.js';

const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => ({
    path,
    executable: false,
    content: Buffer.from(text),
  }));

const criteria = JSON.stringify({
  context: 'Tea',
  type: 'weighted_checklist',
  checklist: [{ name: 'Minutes', description: 'It draws for 3 minutes', max_score: 1 }],
});
const fixtures = { type: 'directory', path: '../shared', installPath: '.' };
const own = {
  'task.md': 'Make tea.',
  'criteria.json': criteria,
  'scenario.json': JSON.stringify({ fixtures: { kitchen: fixtures } }),
};
const below = (folder: string, texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${folder}/${path}`, text]));

const bundle = await readBundle(
  files({ ...below('scenarios/tea', own), 'fixtures/tea/kitchen/pot.txt': 'Brown' }),
);
const plugin = { ...below('evals/tea', own), 'evals/shared/pot.txt': 'Brown', 'README.md': '#' };

it('scenarios of a plugin are found in it, with their fixtures', () => {
  expect(isShipped(bundle, files(plugin))).toBe(true);
});

it.each([
  ['another task', { ...plugin, 'evals/tea/task.md': 'Make coffee.' }],
  ['easier criteria', { ...plugin, 'evals/tea/criteria.json': criteria.replace('3', '2') }],
  ['another fixture', { ...plugin, 'evals/shared/pot.txt': 'Red' }],
  ['no scenarios', { 'README.md': '#' }],
  ['a further scenario', { ...plugin, 'evals/coffee/task.md': 'Make coffee.' }],
])('they are not those of a plugin with %s', (_what, other) => {
  expect(isShipped(bundle, files(other))).toBe(false);
});
