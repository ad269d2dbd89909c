import { expect, it } from '@jest/globals';
import type { LooseFile } from '../../../../registry/contract/plugin-format.js';
import { readBundle } from '../../bundle/open-bundle.js';
import { solvedFingerprint } from './cell-keys.js';

const scenario = async (changed: Readonly<Record<string, string>>) => {
  const texts = {
    'task.md': 'Write it.',
    'criteria.json': '{}',
    'solution/a.txt': 'a',
    ...changed,
  };
  const files = Object.entries(texts).map(([path, text]): LooseFile => ({
    path: `scenarios/shop/${path}`,
    executable: false,
    content: Buffer.from(text),
  }));
  return (await readBundle(files)).scenarios.get('shop')!;
};

it.each([
  ['task.md', 'claude-code', true],
  ['criteria.json', 'claude-code', false],
  ['solution/a.txt', 'claude-code', false],
  ['solution/a.txt', 'oracle', true],
  ['criteria.json', 'oracle', false],
])('%s of a scenario matters for the solutions of %s: %s', async (path, agent, matters) => {
  const before = solvedFingerprint(await scenario({}), agent);
  const after = solvedFingerprint(await scenario({ [path]: '{ }' }), agent);
  expect(after !== before).toBe(matters);
});
