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

  it('never uses an unpublished version again', async () => {
    await registry.publish({ version: '1.0.0' });
    await registry.publish({ version: '1.2.0' });
    await registry.change(`INSERT INTO registry_tombstones (tile_id, precedence, unpublished_at)
      SELECT tile_id, precedence, published_at FROM registry_versions WHERE semver = '1.2.0'`);
    await registry.change(`DELETE FROM registry_versions WHERE semver = '1.2.0'`);
    await expect(registry.publish({ version: '1.2.0' })).rejects.toMatchObject({
      code: 'version_exists',
      message: expect.stringContaining('never used again'),
      details: { nextVersion: '1.2.1' },
    });
    // no version is suggested for two contents at once
    await expect(
      registry.publish({ version: '1.0.0', description: 'Other' }),
    ).rejects.toMatchObject({ details: { nextVersion: '1.2.2' } });
  });

  it('takes nothing for an archived plugin', async () => {
    await registry.publish({ version: '1.0.0' });
    await registry.change(
      `UPDATE registry_tiles SET archived_at = '2026-01-01T00:00:00Z', archived_reason = 'replaced'`,
    );
    await expect(registry.publish({ version: '1.0.1' })).rejects.toMatchObject({
      code: 'tile_archived',
      message: expect.stringContaining('replaced'),
    });
  });
});
