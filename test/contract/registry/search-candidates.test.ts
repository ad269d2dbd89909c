import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { searchRegistry } from '../../../modules/registry/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { RegistryHost } from './registry-host.js';

/** More than are looked at for one word. */
const MANY = 205;

describeEachDatabase('candidates of a search', (database) => {
  let registry: RegistryHost;

  beforeAll(async () => {
    registry = await RegistryHost.start(await database.create());
  });
  afterAll(() => registry.stop());

  const search = (query: string, token?: string) =>
    registry.invoke(searchRegistry, { query }, { token });
  const plugins = async (query: string, token?: string) =>
    (await search(query, token)).data.map(({ plugin }) => plugin);

  it('hold what is called just so, however many others have the word in their names', async () => {
    await registry.publish({ name: 'acme/hot-kiln', description: 'Fires' });
    for (let at = 0; at < MANY; at++)
      await registry.publish({ name: `acme/hot-kiln-${at}`, description: 'hot kiln, hot kiln' });
    for (const query of ['hot-kiln', 'acme/hot-kiln', 'HOT-kiln'])
      expect((await plugins(query))[0]).toBe('acme/hot-kiln');
    expect((await search('kiln')).meta).toMatchObject({ capped: true });
  });

  it('hold what the caller may see, however many others have the word', async () => {
    await registry.publish(
      { name: 'other/kiln', description: 'Private', private: true },
      { token: 'outsider' },
    );
    expect(await plugins('private kiln', 'outsider')).toContain('other/kiln');
    expect(await plugins('private kiln', 'member')).not.toContain('other/kiln');
    const { data } = await registry.invoke(
      searchRegistry,
      { query: 'kiln', workspace: 'other' },
      { token: 'outsider' },
    );
    expect(data).toEqual([expect.objectContaining({ plugin: 'other/kiln' })]);
  });

  it('hold a plugin that has become public by a version that is not its latest', async () => {
    const name = 'acme/opened';
    await registry.publish({
      name,
      version: '2.0.0',
      description: 'Unveiled things',
      private: true,
    });
    expect(await plugins('unveiled')).toEqual([]);
    await registry.publish({ name, version: '1.0.0', description: 'Earlier' }, { goPublic: true });
    expect(await plugins('unveiled')).toEqual([name]);
  });

  it('have every phrase, and other words or not', async () => {
    await registry.publish({ name: 'acme/pottery', description: 'Throws clay pots on a wheel' });
    expect(await plugins('"clay pots" wheel')).toEqual(['acme/pottery']);
    expect(await plugins('"clay pots" walrus')).toEqual(['acme/pottery']);
    expect(await plugins('"pots clay" wheel')).toEqual([]);
  });
});
