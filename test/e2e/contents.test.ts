import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rawArchive, type RawEntry } from '../../modules/registry/format/testing/raw-tar.js';
import { describeOnSqlite } from '../contract/databases.js';
import { openRegistryServer, writePlugin, type RegistryServer } from './registry-server.js';
import { installTestModules } from './test-modules.js';

describeOnSqlite('a module from outside that looks into plugins', (database) => {
  let registry: RegistryServer;
  let token: string;

  beforeAll(async () => {
    const create = async () => {
      const location = await database.create();
      await installTestModules(location.dataDir, ['lens']);
      return location;
    };
    registry = await openRegistryServer({ ...database, create });
    token = await registry.apiKey('member');
    await writePlugin(join(registry.program.cwd, 'own'), { name: 'acme/own', private: true });
    await registry.svc(['plugin', 'publish', 'own']);
  });
  afterAll(() => registry.close());

  const look = async (query: string, body?: Uint8Array, bearer = token) => {
    const response = await fetch(`${registry.server.origin}/experimental/looks${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/octet-stream' },
      ...(body && { body }),
    });
    return { status: response.status, body: await response.json() };
  };
  const send = (...entries: readonly RawEntry[]) => look('', rawArchive(entries));

  it('is shown a version, if its caller may download it', async () => {
    expect(await look('?ref=acme/own@1.0.0')).toMatchObject({
      status: 200,
      body: {
        data: {
          roles: { '.svc-plugin/plugin.json': 'instructions', 'rules/style.md': 'instructions' },
          problems: [],
        },
      },
    });
    expect(await look('?ref=acme/own@2.0.0')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('is shown an archive that is no plugin, unpacked in the thread', async () => {
    const run = { name: 'package/run.sh', content: 'true\n' };
    expect(await send({ name: 'package/SKILL.md', content: '# Skill' }, run)).toMatchObject({
      status: 200,
      body: {
        data: {
          roles: { 'SKILL.md': 'instructions', 'run.sh': 'script' },
          problems: [expect.stringContaining('has no manifest')],
        },
      },
    });
    expect(await send({ name: 'package/../x', content: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'archive_path' },
    });
    expect(await send(run)).toMatchObject({ status: 200 });
  });
});
