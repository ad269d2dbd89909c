import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listAvailableSkills } from '../../../modules/registry/contract/operations.js';
import type { AvailableSkillsInput } from '../../../modules/registry/contract/available-skills.js';
import { describeEachDatabase } from '../databases.js';
import { RegistryHost } from './registry-host.js';

const MANY = 60;

describeEachDatabase('the skills of the own workspaces', (database) => {
  let registry: RegistryHost;

  beforeAll(async () => {
    registry = await RegistryHost.start(await database.create());
    const crowd = Array.from({ length: MANY }, (_, index) => [
      `count-${String(index).padStart(2, '0')}`,
      'Use for counting',
    ]);
    await registry.publish({
      name: 'acme/crowd',
      private: true,
      skills: Object.fromEntries(crowd) as Record<string, string>,
    });
    await registry.publish({
      name: 'acme/kitchen',
      skills: {
        brew: 'Use for tea and café au lait',
        'tea-party': 'Use when guests come',
        wash: 'Use after every meal',
      },
    });
    await registry.publish(
      { name: 'other/tea', skills: { pour: 'Use for tea' } },
      { token: 'outsider' },
    );
  });
  afterAll(() => registry.stop());

  const listed = async (input: AvailableSkillsInput) => {
    const { skills, ...rest } = await registry.invoke(listAvailableSkills, input, {
      token: 'member',
    });
    return { names: skills.map(({ name }) => name), ...rest };
  };

  it('are as many as an agent can read, and the answer says how many there are', async () => {
    const all = await listed({});
    expect(all).toMatchObject({ total: MANY + 3, truncated: true });
    expect(all.names).toHaveLength(50);
    expect(all.names[0]).toBe('count-00');
  });

  it('are as many as asked for', async () => {
    expect(await listed({ limit: 2 })).toEqual({
      names: ['count-00', 'count-01'],
      total: MANY + 3,
      truncated: true,
    });
    const all = await listed({ limit: 1000 });
    expect(all).toMatchObject({ total: MANY + 3, truncated: false });
    expect(all.names.slice(-3)).toEqual(['brew', 'tea-party', 'wash']);
    for (const limit of [0, 1001, 1.5])
      await expect(listed({ limit })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('are those with the words, who has all of them first, in any case and without accents', async () => {
    expect(await listed({ words: 'tea' })).toEqual({
      names: ['tea-party', 'brew'],
      total: 2,
      truncated: false,
    });
    expect(await listed({ words: 'CAFE, tea' })).toEqual({
      names: ['brew', 'tea-party'],
      total: 2,
      truncated: false,
    });
    expect(await listed({ words: 'counting', limit: 1 })).toEqual({
      names: ['count-00'],
      total: MANY,
      truncated: true,
    });
    expect(await listed({ words: 'tea', workspace: 'acme' })).toMatchObject({ total: 2 });
    expect(await listed({ words: 'coffee' })).toEqual({ names: [], total: 0, truncated: false });
    expect(await listed({ words: '?!' })).toEqual({ names: [], total: 0, truncated: false });
  });

  it('are listed by words that could be syntax', async () => {
    for (const words of ['tea" OR "wash', "tea' --", 'tea*', 'NOT tea'])
      await expect(listed({ words })).resolves.toBeDefined();
  });
});
