import { expect, it } from '@jest/globals';
import { hostKey } from 'svc-registry/kernel';
import { Background } from '../../../hosts/http/background.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { searchRegistry } from '../../../modules/registry/contract/operations.js';
import { ReindexRun } from '../../../modules/registry/server/search/reindex/reindex-run.entity.js';
import { until } from '../../until.js';
import { describeOnPostgres } from '../databases.js';
import { RegistryHost } from './registry-host.js';

/** What a server of the version before writes for a publish: it knows neither generations nor terms. */
const asOlderServers = [
  `DELETE FROM registry_search WHERE document_id IN (SELECT id FROM registry_documents WHERE name = 'acme/zoo')`,
  `DELETE FROM registry_documents WHERE name = 'acme/zoo'`,
  `INSERT INTO registry_documents (tile_id, kind, name, description, path, name_words, description_words, body_words)
    SELECT id, 'plugin', full_name, description, NULL, 'acm zoo', 'feed zebra', '' FROM registry_tiles WHERE full_name = 'acme/zoo'`,
  `INSERT INTO registry_search (document_id, kind, vector)
    SELECT id, kind, 'acm:1A zoo:2A feed:1B zebra:2B'::tsvector FROM registry_documents WHERE name = 'acme/zoo'`,
];

describeOnPostgres('what an older server publishes on the same database', (database) => {
  it('is indexed again, and found by strangers', async () => {
    const registry = await RegistryHost.start(await database.create());
    const background = new Background(registry.host.kernel, (await registry.host.get(hostKey)).log);
    const found = async (query: string) =>
      (await registry.invoke(searchRegistry, { query })).data.map(({ plugin }) => plugin);
    await registry.publish({ name: 'acme/zoo', description: 'Feeds zebras' }, { goPublic: true });
    expect(await found('zebra')).toEqual(['acme/zoo']);
    await registry.change(...asOlderServers);
    expect(await found('zebra')).toEqual([]);

    await registry.host.kernel.startAll();
    void background.run({ dedicated: false });
    await until(async () => (await found('zebra')).length > 0);
    expect(await found('zoo')).toEqual(['acme/zoo']);
    const { manager } = await registry.host.get(readDatabaseKey);
    await until(() => manager.existsBy(ReindexRun, { state: 'completed', everything: false }));
    await background.stop();
    await registry.stop();
  });
});
