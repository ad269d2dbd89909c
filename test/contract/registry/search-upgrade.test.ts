import { expect, it } from '@jest/globals';
import { archiveVersion, searchRegistry } from '../../../modules/registry/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { RegistryHost } from './registry-host.js';

/** As the first version wrote it: words in all their forms, addresses in the spelling of their authors, but for case and endings. */
const asItWas = [
  `DELETE FROM svc_migrations WHERE name LIKE 'SearchBy%'`,
  `DROP TABLE registry_words`,
  `UPDATE registry_documents SET name_words = 'as it was', description_words = 'as it was', body_words = 'carries bodies' WHERE kind = 'plugin'`,
  `DROP INDEX registry_tiles_organization_id_full_name_idx`,
  `ALTER TABLE registry_versions DROP COLUMN docs`,
  `UPDATE registry_documents SET name = 'http://www.acme.example' WHERE kind = 'link' AND name = 'https://acme.example'`,
  `UPDATE registry_documents SET name = 'pkg:npm/@acme/tools' WHERE kind = 'link' AND name = 'pkg:npm/%40acme/tools'`,
  `UPDATE registry_documents SET name = 'https://' WHERE kind = 'link' AND name = 'https://odd.example'`,
  `UPDATE registry_versions SET links = '["http://www.acme.example","pkg:npm/@acme/tools"]' WHERE semver = '1.0.0'`,
];

describeEachDatabase('a database of the first version', (database) => {
  it('is searched by words and addresses like a new one, also after another version has become the latest', async () => {
    const location = await database.create();
    const before = await RegistryHost.start(location);
    const extra = { homepage: 'https://acme.example', describes: 'pkg:npm/@acme/tools' };
    await before.publish({ version: '1.0.0', extra });
    await before.publish({ version: '1.1.0', extra });
    await before.publish({ name: 'acme/odd', extra: { homepage: 'https://odd.example' } });
    await before.change(...asItWas);
    await before.stop();

    const registry = await RegistryHost.start(location);
    const [acme] = registry.people.workspaces;
    await registry.change(`UPDATE registry_tiles SET workspace_id = '${acme!.id}'`);
    const find = async (query: string) =>
      (await registry.invoke(searchRegistry, { query })).data.map(({ version }) => version);
    for (const query of ['demos', 'carrying body']) expect(await find(query)).toContain('1.1.0');
    for (const [archived, latest] of [
      [undefined, '1.1.0'],
      ['1.1.0', '1.0.0'],
    ] as const) {
      if (archived !== undefined)
        await registry.invoke(
          archiveVersion,
          { workspace: 'acme', tile: 'demo', version: archived, archived: true },
          { token: 'publisher' },
        );
      expect(await find('https://acme.example')).toEqual([latest]);
      expect(await find('pkg:npm/%40acme/tools')).toEqual([latest]);
    }
    await registry.stop();
  });
});
