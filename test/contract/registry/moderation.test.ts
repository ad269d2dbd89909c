import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { contribute, defineModule } from 'svc-registry/kernel';
import {
  searchRegistry,
  viewTile,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import { scannersPoint, type Scanner } from '../../../modules/registry/contract/scanners.js';
import { describeEachDatabase } from '../databases.js';
import { RegistryHost } from './registry-host.js';

class NeverAsked implements Scanner {
  scan(): never {
    throw new Error('scans are run by a later module');
  }
}

const scanning = defineModule({
  id: 'scanning',
  api: '^1.0.0',
  summary: 'A scanner is loaded',
  requires: ['registry'],
  contributes: [
    contribute(scannersPoint, 'scanning.demo', { summary: 'Demo' }, () =>
      Promise.resolve(NeverAsked),
    ),
  ],
});

const tile = { workspace: 'acme', tile: 'demo' };

describeEachDatabase('moderation while a scanner is loaded', (database) => {
  let registry: RegistryHost;
  beforeEach(async () => {
    registry = await RegistryHost.start(await database.create(), [scanning]);
  });
  afterEach(async () => {
    await registry.stop();
  });

  it('a new version is pending, never the latest, and not found', async () => {
    const result = await registry.publish({ description: 'Waits' });
    expect(result).toMatchObject({ moderationStatus: 'pending', latestVersion: null });
    expect(await registry.invoke(viewTile, tile)).toMatchObject({
      latestVersion: null,
      latest: null,
      description: 'Waits',
    });
    await expect(
      registry.invoke(viewVersion, { ...tile, version: 'latest' }),
    ).rejects.toMatchObject({ status: 404 });
    expect((await registry.invoke(searchRegistry, { query: 'waits' })).data).toEqual([]);
  });

  it('a version that waits leaves the latest alone', async () => {
    await registry.publish({ version: '1.0.0' });
    await registry.change(`UPDATE registry_versions SET state = 'pass'`);
    await registry.publish({ version: '2.0.0' });
    expect(await registry.invoke(viewTile, tile)).toMatchObject({ latestVersion: '1.0.0' });
  });

  it('going public has every version judged again', async () => {
    for (const [version, state] of [
      ['1.0.0', 'pass'],
      ['1.0.1', 'fail'],
      ['1.0.2', 'error'],
      ['1.0.3', 'skipped'],
    ] as const) {
      await registry.publish({ version, private: true });
      await registry.change(
        `UPDATE registry_versions SET state = '${state}' WHERE semver = '${version}'`,
      );
    }
    await registry.publish({ version: '1.1.0' }, { goPublic: true });
    for (const version of ['1.0.0', '1.0.1', '1.0.2', '1.0.3', '1.1.0']) {
      expect(await registry.invoke(viewVersion, { ...tile, version })).toMatchObject({
        moderationStatus: 'pending',
        private: false,
      });
    }
    expect(await registry.invoke(viewTile, tile)).toMatchObject({ latestVersion: null });
  });
});
