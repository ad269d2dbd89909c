import { afterEach, beforeEach, expect } from '@jest/globals';
import { contribute, defineModule, type Constructor } from 'svc-registry/kernel';
import { readDatabaseKey, unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import {
  downloadFile,
  searchRegistry,
  unpublishVersion,
  viewTile,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import { scannersPoint, type Scanner } from '../../../modules/registry/contract/scanners.js';
import type { VersionView } from '../../../modules/registry/contract/version-view.js';
import { ScanRun } from '../../../modules/registry/server/scan/scan-run.entity.js';
import { itInTurn } from '../databases-by-day.js';
import { describeEachDatabase } from '../databases.js';
import type { RegistryHost } from './registry-host.js';
import { startWorkingHost, type WorkingHost } from './working-host.js';

const scans: Scanner['scan'][] = [];

/** The scanner that the test has put in this place. */
const scanner = (location: number): Constructor<Scanner> =>
  class implements Scanner {
    scan(version: Parameters<Scanner['scan']>[0]) {
      return scans[location]!(version);
    }
  };

const scanning = defineModule({
  id: 'scanning',
  api: '^1.0.0',
  summary: 'Two scanners',
  requires: ['registry'],
  contributes: [0, 1].map((location) =>
    contribute(scannersPoint, `scanning.${location}`, { summary: `Scanner ${location}` }, () =>
      Promise.resolve(scanner(location)),
    ),
  ),
  server: () => Promise.resolve({ default: {} }),
});

const tile = { workspace: 'acme', tile: 'demo' };
const passes: Scanner['scan'] = () => Promise.resolve({ verdict: 'pass' });
const blocks: Scanner['scan'] = () =>
  Promise.resolve({ verdict: 'block', reason: 'It sends your keys away.' });
const breaks: Scanner['scan'] = () =>
  Promise.reject(new Error('the rules of svc_token_secret cannot be read'));

describeEachDatabase('scans of what is published', (database) => {
  const it = itInTurn(database);
  let registry: RegistryHost;
  let host: WorkingHost;

  beforeEach(async () => {
    scans.splice(0, 2, passes, passes);
    host = await startWorkingHost(await database.create(), [scanning]);
    registry = host.registry;
  });

  afterEach(() => host.stop());

  const version = (semver = '1.0.0'): Promise<VersionView> =>
    registry.invoke(viewVersion, { ...tile, version: semver }, { token: 'member' });

  const judged = async (
    status: VersionView['moderationStatus'],
    semver?: string,
  ): Promise<VersionView> => {
    for (;;) {
      const found = await version(semver);
      if (found.moderationStatus === status) return found;
      await host.pass(15);
    }
  };

  const readme = () =>
    registry.invoke(
      downloadFile,
      { ...tile, version: '1.0.0', filePath: 'README.md' },
      { token: 'member' },
    );

  it('make a version available that nothing blocks', async () => {
    const seen: string[][] = [];
    scans[0] = ({ contents, signal }) => {
      seen.push(contents.files.map(({ path }) => path));
      return Promise.resolve({ verdict: signal.aborted ? 'block' : 'pass', reason: '' });
    };
    await registry.publish({ files: { 'README.md': '# Wonders\n' }, description: 'Does wonders' });
    expect(await version()).toMatchObject({ moderationStatus: 'pending' });
    await expect(readme()).rejects.toMatchObject({ code: 'moderation_hidden', status: 403 });

    host.work();
    expect(await judged('pass')).not.toHaveProperty('moderationError');
    expect(seen).toEqual([['.svc-plugin/plugin.json', 'README.md']]);
    expect(await registry.invoke(viewTile, tile, { token: 'member' })).toMatchObject({
      latestVersion: '1.0.0',
    });
    expect(
      (await registry.invoke(searchRegistry, { query: 'wonders' }, { token: 'member' })).data,
    ).toHaveLength(1);
    expect(await readme()).toMatchObject({ size: 10 });
  });

  it('keep a version offline that one scanner blocks', async () => {
    host.work();
    await registry.publish({ version: '1.0.0' });
    await judged('pass');
    scans[1] = blocks;
    await registry.publish({ version: '2.0.0', description: 'Worse' });
    expect(await judged('fail', '2.0.0')).toMatchObject({
      moderationError: 'It sends your keys away.',
      moderationPassed: false,
    });
    expect(await registry.invoke(viewTile, tile, { token: 'member' })).toMatchObject({
      latestVersion: '1.0.0',
      description: 'A demo',
    });
  });

  it('are tried again, and leave the version offline when that is of no use; publishing it once more scans once more', async () => {
    host.work();
    scans[0] = breaks;
    await registry.publish();
    const { moderationError } = await judged('error');
    expect(moderationError).toMatch(
      /failed unexpectedly.*search it for registry\.scan .*Publish the same version again/,
    );
    expect(moderationError).not.toContain('svc_token');
    await expect(readme()).rejects.toMatchObject({ code: 'moderation_hidden' });

    scans[0] = passes;
    expect(await registry.publish()).toMatchObject({
      unchanged: true,
      moderationStatus: 'pending',
    });
    await judged('pass');
    expect(await registry.publish()).toMatchObject({
      unchanged: true,
      moderationStatus: 'pass',
      latestVersion: '1.0.0',
    });
  });

  it('are done anew for every version of a plugin that becomes public', async () => {
    host.work();
    await registry.publish({ version: '1.0.0', private: true });
    await registry.publish({ version: '1.1.0', private: true });
    for (const semver of ['1.0.0', '1.1.0']) await judged('pass', semver);
    scans[0] = blocks;
    await registry.publish({ version: '1.2.0' }, { goPublic: true });
    for (const semver of ['1.0.0', '1.1.0', '1.2.0']) await judged('fail', semver);
  });

  it('have no verdict where one of the scanners is not loaded', async () => {
    await registry.publish();
    const units = await registry.host.get(unitOfWorkKey);
    await units.run((manager) =>
      manager.update(
        ScanRun,
        { state: 'queued' },
        { scanners: ['scanning.0', 'scanning.elsewhere'] },
      ),
    );
    host.work();
    expect(await judged('error')).toMatchObject({
      moderationError: expect.stringContaining('"scanning.elsewhere" is not loaded'),
    });
  });

  it('end with a version that is taken back meanwhile', async () => {
    let begun = (): void => undefined;
    const beginning = new Promise<void>((done) => {
      begun = done;
    });
    let letGo = (): void => undefined;
    scans[0] = () =>
      new Promise((done) => {
        letGo = () => {
          done({ verdict: 'pass' });
        };
        begun();
      });
    host.work();
    await registry.publish();
    await beginning;
    await registry.invoke(unpublishVersion, { ...tile, version: '1.0.0' }, { token: 'owner' });
    letGo();
    await host.background.stop();
    const { manager } = await registry.host.get(readDatabaseKey);
    expect(await manager.count(ScanRun)).toBe(0);
    expect(registry.host.log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
