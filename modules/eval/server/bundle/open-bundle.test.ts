import { describe, expect, it } from '@jest/globals';
import type { LooseFile } from '../../../registry/contract/plugin-format.js';
import { fingerprintOf, readBundle } from './open-bundle.js';

const fileOf = (path: string, text: string): LooseFile => ({
  path,
  executable: false,
  content: Buffer.from(text),
});
const filesOf = (texts: Readonly<Record<string, string>>): readonly LooseFile[] =>
  Object.entries(texts).map(([path, text]) => fileOf(path, text));

const criteria = JSON.stringify({
  context: 'x',
  type: 'weighted_checklist',
  checklist: [{ name: 'File', description: 'a.txt is there', max_score: 1 }],
});
const scenario = {
  'scenarios/shop/task.md': 'Write a.txt.',
  'scenarios/shop/criteria.json': criteria,
  'scenarios/shop/scenario.json': JSON.stringify({
    fixtures: { app: { type: 'directory', path: '../../fixtures/app/', installPath: '.' } },
  }),
  'scenarios/shop/resources/a.txt': 'a',
  'fixtures/shop/app/src/main.js': '1',
};

describe('a bundle', () => {
  it('has scenarios, the files of their fixtures, and the context', async () => {
    const bundle = await readBundle(
      filesOf({ ...scenario, 'context/skills/a/SKILL.md': 'x', 'scenarios/notes/a.md': 'y' }),
    );
    const shop = bundle.scenarios.get('shop');
    expect(shop?.findings).toEqual([]);
    expect(shop?.scenario.include).toEqual(['resources']);
    expect(shop?.fixtures.get('app')?.map(({ path }) => path)).toEqual(['src/main.js']);
    expect(bundle.context.map(({ path }) => path)).toEqual(['skills/a/SKILL.md']);
    expect([...bundle.skipped]).toEqual([['notes', 'has no task.md']]);
  });

  it('reports a fixture that was not sent', async () => {
    const own = filesOf(scenario).filter(({ path }) => path.startsWith('scenarios/'));
    const bundle = await readBundle(own);
    expect(bundle.scenarios.get('shop')?.findings).toMatchObject([{ rule: 'outside' }]);
  });
});

describe('the fingerprint of a scenario', () => {
  const fingerprint = async (more: Readonly<Record<string, string>>) => {
    const { scenarios } = await readBundle(filesOf({ ...scenario, ...more }));
    const shop = scenarios.get('shop');
    return shop && fingerprintOf(shop);
  };

  it('depends on its files and those of its fixtures, and not on its solution', async () => {
    const own = await fingerprint({});
    expect(await fingerprint({ 'scenarios/shop/solution/a.txt': 'a' })).toBe(own);
    expect(await fingerprint({ 'scenarios/shop/resources/a.txt': 'b' })).not.toBe(own);
    expect(await fingerprint({ 'fixtures/shop/app/src/main.js': '2' })).not.toBe(own);
  });
});
