import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fieldsOf } from '../../toolbox/type-guards.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import type { Program, Server } from './program.js';
import {
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';
import { installTestModules } from './test-modules.js';

interface Found {
  readonly data: readonly { readonly plugin: string; readonly facts?: object }[];
  readonly meta: { readonly facets: readonly object[] };
}

describeByDayOn('postgres', 'facts of plugins', (database) => {
  let registry: RegistryServer;
  let program: Program;
  let server: Server;

  beforeAll(async () => {
    const create = async () => {
      const location = await database.create();
      await installTestModules(location.dataDir, ['stars']);
      return location;
    };
    registry = await openRegistryServer({ ...database, create });
    ({ program, server } = registry);
    for (const name of ['acme/one', 'acme/two', 'acme/three']) {
      await writePlugin(join(program.cwd, name), { name, private: false });
      await registry.svc(['plugin', 'publish', name]);
    }
  });
  afterAll(async () => {
    await server.stop();
    await program.close();
  });

  const restart = async () => {
    expect(await server.stop()).toMatchObject({ code: 0 });
    server = await program.serve();
  };
  const search = async (...args: readonly string[]) => registry.json<Found>(['search', ...args]);
  const names = async (...args: readonly string[]) =>
    (await search(...args)).data.map(({ plugin }) => plugin);
  const rate = async (name: string, stars: number, topic: string) => {
    const { data } = await registry.json<{ data: { id: string; latest: { id: string } } }>([
      'api',
      'GET',
      `/v1/tiles/${name}`,
    ]);
    await registry.svc([
      'api',
      'POST',
      '/experimental/stars',
      '-F',
      `tile=${data.id}`,
      '-F',
      `version=${data.latest.id}`,
      '-F',
      `stars=${stars}`,
      '-F',
      `topic=${topic}`,
    ]);
  };

  it('of a module from outside sort searches and lists, and count hits', async () => {
    await rate('acme/two', 5, 'writing');
    await rate('acme/one', 3, 'writing');
    const sorted = ['acme/two', 'acme/one', 'acme/three'];
    expect(await names('--sort', 'stars')).toEqual(sorted);
    const { data, meta } = await search('about', '--sort', 'stars');
    expect(data.map(({ plugin }) => plugin)).toEqual(sorted);
    expect(meta.facets).toContainEqual({
      facet: 'stars.topic',
      values: [{ value: 'writing', count: 2 }],
    });
    expect(await names('--sort', 'stars', '--limit', '1', '--page', '2')).toEqual(['acme/one']);
  });

  it('of a module from outside stand beside versions', async () => {
    const [first, second, third] = (await search('--sort', 'stars')).data;
    const starsOf = (hit: typeof first): unknown => fieldsOf(hit?.facts)['stars'];
    expect([first, second, third].map(starsOf)).toEqual([{ stars: 5 }, { stars: 3 }, undefined]);
    await rate('acme/three', 1, 'reading');
    expect(await registry.json(['info', 'acme/three'])).toMatchObject({
      facts: { stars: { stars: 1, topic: 'reading' } },
    });
    const route = `${server.origin}/v1/tiles/acme/two/versions`;
    const listed = (await (await fetch(route)).json()) as { data: readonly object[] };
    expect(listed.data).toMatchObject([{ version: '1.0.0', facts: { stars: { stars: 5 } } }]);
  });

  it('of the product say what is installed most, also after the server was started again', async () => {
    const repo = await newRepository(program, 'repo');
    await registry.svc(['install', 'acme/three'], repo);
    for (const path of ['archive', 'files/rules/style.md']) {
      const url = `${server.origin}/v1/tiles/acme/one/versions/1.0.0/${path}`;
      await fetch(url, { method: 'HEAD' });
      if (path !== 'archive') await (await fetch(url)).text();
    }
    await restart();
    expect(await names('--sort', 'downloads')).toEqual(['acme/three', 'acme/one', 'acme/two']);
    expect(await names('about')).toEqual(['acme/three', 'acme/two', 'acme/one']);
  });

  it('are not there without their module, and are again with it', async () => {
    const config = join(registry.location.dataDir, 'config.json');
    await writeFile(config, '{ "modules": [] }');
    await restart();
    const refused = await program.run(['search', '--sort', 'stars']);
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toContain(
      'error: Searches cannot be sorted by "stars".\nhint: They are sorted by relevance, downloads, newest, score.',
    );
    expect((await search('about')).meta.facets).not.toContainEqual(
      expect.objectContaining({ facet: 'stars.topic' }),
    );
    await writeFile(config, '{ "modules": ["svc-module-stars"] }');
    await restart();
    expect(await names('--sort', 'stars')).toEqual(['acme/two', 'acme/one', 'acme/three']);
  });
});
