import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readDatabaseKey, unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import { moderationKey } from '../../../modules/registry/contract/moderation.js';
import {
  downloadArchive,
  rescanVersions,
  searchRegistry,
  viewTile,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import type { Scanner } from '../../../modules/registry/contract/scanners.js';
import type { VersionView } from '../../../modules/registry/contract/version-view.js';
import { VersionEntity } from '../../../modules/registry/server/entities/version.entity.js';
import { RescanRun } from '../../../modules/registry/server/scan/rescan-run.entity.js';
import { until } from '../../until.js';
import { describeEachDatabase, type DatabaseLocation } from '../databases.js';
import type { RegistryHost } from './registry-host.js';
import { held, scanningModule } from './scanning.js';
import { startWorkingHost, type WorkingHost } from './working-host.js';

const tile = { workspace: 'acme', tile: 'demo' };
const passes: Scanner['scan'] = () => Promise.resolve({ verdict: 'pass' });
const blocks: Scanner['scan'] = () =>
  Promise.resolve({ verdict: 'block', reason: 'It sends your keys away.' });
const breaks: Scanner['scan'] = () => Promise.reject(new Error('no rules'));
const critical: Scanner['scan'] = () =>
  Promise.resolve({ verdict: 'pass', severity: 'CRITICAL', reason: 'A key is read.' });

/** Two long runs at once, so that one can overtake another. */
const twoAtOnce = (location: DatabaseLocation): DatabaseLocation => ({
  ...location,
  env: { ...location.env, SVC_LONG_JOB_CONCURRENCY: '2' },
});

describeEachDatabase('versions that are judged again', (database) => {
  let registry: RegistryHost;
  let host: WorkingHost;
  const scans: Scanner['scan'][] = [];

  beforeEach(async () => {
    scans.splice(0, scans.length, passes);
    host = await startWorkingHost(twoAtOnce(await database.create()), [scanningModule(scans)]);
    registry = host.registry;
  });

  afterEach(() => host.stop());

  const member = { token: 'member' };
  const version = (semver = '1.0.0'): Promise<VersionView> =>
    registry.invoke(viewVersion, { ...tile, version: semver }, member);
  const judged = (status: VersionView['moderationStatus'], semver?: string): Promise<VersionView> =>
    until(async () => {
      const found = await version(semver);
      if (found.moderationStatus === status) return found;
      await host.pass(15);
      return undefined;
    });
  const judgeAgain = async (semver?: string): Promise<void> =>
    (await registry.host.get(moderationKey)).judgeAgain((await version(semver)).id);
  const rescans = async (state?: RescanRun['state']): Promise<number> =>
    (await registry.host.get(readDatabaseKey)).manager.countBy(RescanRun, state ? { state } : {});
  const rescanned = (times: number) =>
    until(async () => {
      await host.pass(15);
      return (await rescans('completed')) === times;
    });
  const found = async () =>
    (await registry.invoke(searchRegistry, { query: 'wonders' }, member)).data.length;
  const latest = async () => (await registry.invoke(viewTile, tile, member)).latestVersion;

  it('keep their state until the verdict, and the newest counts for latest, files and search', async () => {
    host.work();
    await registry.publish({ description: 'Does wonders' });
    await judged('pass');

    const slow = held(blocks);
    scans.splice(0, 1, slow.scan);
    await judgeAgain();
    await slow.began;
    expect(await version()).toMatchObject({ moderationStatus: 'pass' });
    expect([await latest(), await found()]).toEqual(['1.0.0', 1]);

    slow.release();
    expect(await judged('fail')).toMatchObject({ moderationError: 'It sends your keys away.' });
    expect([await latest(), await found()]).toEqual([null, 0]);
    await expect(
      registry.invoke(downloadArchive, { ...tile, version: '1.0.0' }, member),
    ).rejects.toMatchObject({ code: 'moderation_hidden' });

    scans.splice(0, 1, passes);
    await judgeAgain();
    expect(await judged('pass')).not.toHaveProperty('moderationError');
    expect([await latest(), await found()]).toEqual(['1.0.0', 1]);
  });

  it('keep it as well when the scan breaks', async () => {
    host.work();
    await registry.publish();
    await judged('pass');
    scans.splice(0, 1, breaks);
    await judgeAgain();
    await until(async () => {
      await host.pass(60);
      return (await rescans('failed')) === 1;
    });
    const after = await version();
    expect(after).toMatchObject({ moderationStatus: 'pass' });
    expect(after).not.toHaveProperty('moderationError');
  });

  it('wait once, however often it is asked for', async () => {
    await registry.publish();
    await Promise.all([judgeAgain(), judgeAgain(), judgeAgain()]);
    expect(await rescans()).toBe(1);
    await expect(
      (await registry.host.get(moderationKey)).judgeAgain(randomUUID()),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keep the verdict of the scan that began last, although another ends later', async () => {
    host.work();
    await registry.publish();
    await judged('pass');
    const older = held(blocks);
    scans.splice(0, 1, older.scan, critical);
    await judgeAgain();
    await older.began;
    await host.pass(1);
    scans.splice(0, scans.length, () => Promise.resolve({ verdict: 'pass', severity: 'LOW' }));
    await judgeAgain();
    await rescanned(1);
    older.release();
    await rescanned(2);
    expect(await version()).toMatchObject({ moderationStatus: 'pass' });
  });

  it('are judged as public when the plugin becomes that meanwhile', async () => {
    host.work();
    const told: boolean[] = [];
    const tells: Scanner['scan'] = (scanned) => {
      told.push(scanned.public);
      return critical(scanned);
    };
    const [first, again] = [held(tells), held(tells)];
    scans.splice(0, 1, passes, first.scan, again.scan, tells);
    await registry.publish({ version: '1.0.0', private: true });
    await judged('pass');
    await registry.publish({ version: '1.1.0', private: true });
    await first.began;
    await judgeAgain('1.0.0');
    await again.began;

    await registry.publish({ version: '1.2.0' }, { goPublic: true });
    first.release();
    again.release();
    for (const semver of ['1.0.0', '1.1.0', '1.2.0'])
      expect(await judged('fail', semver)).toMatchObject({
        moderationError:
          'The scan found a problem of severity CRITICAL, which no public version may have. A key is read.',
      });
    await rescanned(2);
    expect(await version()).toMatchObject({ moderationStatus: 'fail' });
    expect(told.slice(0, 2)).toEqual([false, false]);
    expect(new Set(told.slice(2))).toEqual(new Set([true]));
  });

  it('are judged as public although a faster clock dated the verdict before', async () => {
    host.work();
    await registry.publish({ private: true });
    await judged('pass');
    await host.pass(-60);
    await registry.publish({ version: '1.1.0' }, { goPublic: true });
    await judged('pass', '1.1.0');
    await judged('pass');
  });

  it('are judged in the background once a scanner is there, if they never were', async () => {
    await registry.publish({ version: '1.0.0' });
    await registry.publish({ version: '1.1.0' });
    await registry.change(
      `UPDATE registry_versions SET state = 'skipped'`,
      'DELETE FROM registry_scans',
    );
    scans.splice(0, 1, critical);
    host.work();
    await judged('fail', '1.0.0');
    await judged('fail', '1.1.0');
    expect(await rescans()).toBe(2);
  });

  it('are a hundred at once at most, then', async () => {
    await registry.publish();
    const units = await registry.host.get(unitOfWorkKey);
    await units.run(async (manager) => {
      await manager.query('DELETE FROM registry_scans');
      const [row] = await manager.find(VersionEntity);
      await manager.update(VersionEntity, { id: row!.id }, { state: 'skipped' });
      for (let patch = 1; patch <= 120; patch++) {
        const semver = `1.0.${patch}`;
        const copy = { id: randomUUID(), semver, precedence: semver, sortKey: semver };
        await manager.insert(VersionEntity, Object.assign({}, row, { state: 'skipped' }, copy));
      }
    });
    const [one, two] = [held(passes), held(passes)];
    scans.splice(0, 1, one.scan, two.scan, passes);
    host.work();
    await until(async () => (await rescans()) === 100);
    one.release();
    two.release();
    await rescanned(121);
  });

  it('are judged at the word of the operator', async () => {
    host.work();
    await registry.publish();
    await judged('pass');
    scans.splice(0, 1, blocks);
    const version = 'acme/demo@1.0.0';
    expect(await registry.invoke(rescanVersions, { version })).toMatchObject({
      queued: 1,
      version: { moderationStatus: 'pass' },
    });
    await judged('fail');
    for (const inexact of ['acme/demo', 'acme/demo@latest'])
      await expect(registry.invoke(rescanVersions, { version: inexact })).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining('exact version'),
      });
    await expect(
      registry.invoke(rescanVersions, { version: 'acme/demo@2.0.0' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describeEachDatabase('versions that are to be judged again without a scanner', (database) => {
  it('are refused', async () => {
    const host = await startWorkingHost(await database.create(), []);
    const { registry } = host;
    await registry.publish();
    await expect(
      registry.invoke(rescanVersions, { version: 'acme/demo@1.0.0' }),
    ).rejects.toMatchObject({ code: 'no_scanner', exit: 6 });
    await expect(
      registry.invoke(rescanVersions, { version: 'acme/demo@latest' }),
    ).rejects.toMatchObject({ code: 'usage' });
    await host.stop();
  });
});
