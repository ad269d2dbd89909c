import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { moderationKey } from '../../../modules/registry/contract/moderation.js';
import {
  clearVersion,
  publishTile,
  unpublishVersion,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import type { Scanner } from '../../../modules/registry/contract/scanners.js';
import type { VersionView } from '../../../modules/registry/contract/version-view.js';
import { RescanRun } from '../../../modules/registry/server/scan/rescan-run.entity.js';
import { VerdictEntity } from '../../../modules/registry/server/scan/verdict.entity.js';
import { until } from '../../until.js';
import { describeEachDatabase } from '../databases.js';
import { archiveOf, type RegistryHost } from './registry-host.js';
import { held, scanningModule } from './scanning.js';
import { startWorkingHost, type WorkingHost } from './working-host.js';

const tile = { workspace: 'acme', tile: 'demo' };
const ref = { version: 'acme/demo@1.0.0' };
const passes: Scanner['scan'] = () => Promise.resolve({ verdict: 'pass' });
const finds =
  (...fingerprints: readonly string[]): Scanner['scan'] =>
  () =>
    Promise.resolve({
      verdict: 'pass',
      findings: fingerprints.map((fingerprint) => ({
        fingerprint,
        severity: 'CRITICAL' as const,
        title: `It has ${fingerprint}.`,
      })),
    });

describeEachDatabase('scans in trouble', (database) => {
  let registry: RegistryHost;
  let host: WorkingHost;
  const scans: Scanner['scan'][] = [];

  beforeEach(async () => {
    scans.splice(0, scans.length, passes);
    host = await startWorkingHost(await database.create(), [scanningModule(scans)]);
    registry = host.registry;
  });
  afterEach(() => host.stop());

  const version = (): Promise<VersionView> =>
    registry.invoke(viewVersion, { ...tile, version: '1.0.0' }, { token: 'member' });
  const judged = (status: VersionView['moderationStatus']): Promise<VersionView> =>
    until(async () => {
      const found = await version();
      if (found.moderationStatus === status) return found;
      await host.pass(15);
      return undefined;
    });
  const judgeAgain = async (): Promise<void> =>
    (await registry.host.get(moderationKey)).judgeAgain((await version()).id);
  const reads = async () => (await registry.host.get(readDatabaseKey)).manager;
  const rescanned = () =>
    until(async () => {
      await host.pass(15);
      return (await reads()).existsBy(RescanRun, { state: 'completed' });
    });

  it('that never end are ended after a quarter of an hour', async () => {
    host.work();
    const aborted: boolean[] = [];
    scans.splice(0, 1, ({ signal }) => {
      signal.addEventListener('abort', () => aborted.push(true));
      return new Promise(() => undefined);
    });
    const published = registry.clock.now.getTime();
    await registry.publish();
    const { moderationError } = await judged('error');
    expect(moderationError).toContain('900 seconds');
    expect(registry.clock.now.getTime() - published).toBeLessThan(1000 * 1000);
    expect(aborted).toContain(true);
  });

  it('that find very much are stored within bounds', async () => {
    host.work();
    scans.splice(0, 1, finds(...Array.from({ length: 25_000 }, (_, at) => `f${at}`)));
    await registry.publish();
    const { moderationError } = await judged('fail');
    expect(moderationError).toMatch(/It has f0\. 999 more findings block it\.$/);
    const [verdict] = await (await reads()).find(VerdictEntity);
    expect(verdict?.blocking).toHaveLength(1000);
    await registry.invoke(clearVersion, { ...ref, reason: 'Generated.' });
    await judgeAgain();
    await rescanned();
    expect(await version()).toMatchObject({ moderationStatus: 'pass' });
  });

  it('respect what the operator clears while they run', async () => {
    host.work();
    scans.splice(0, 1, finds('a'));
    await registry.publish();
    await judged('fail');
    const slow = held(finds('a'));
    scans.splice(0, 1, slow.scan);
    await judgeAgain();
    await slow.began;
    await registry.invoke(clearVersion, { ...ref, reason: 'An example.' });
    slow.release();
    await rescanned();
    expect(await version()).toMatchObject({
      moderationStatus: 'pass',
      moderationClearance: { fingerprints: ['a'] },
    });
  });

  it('leave nothing of a version that is unpublished while they run', async () => {
    host.work();
    await registry.publish();
    await judged('pass');
    const slow = held(finds('a'));
    scans.splice(0, 1, slow.scan);
    await judgeAgain();
    await slow.began;
    await registry.invoke(unpublishVersion, { ...tile, version: '1.0.0' }, { token: 'owner' });
    slow.release();
    await host.background.stop();
    const manager = await reads();
    expect(await manager.count(RescanRun)).toBe(0);
    expect(await manager.count(VerdictEntity)).toBe(0);
    expect(registry.host.log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describeEachDatabase('two scanners', (database) => {
  it('are both asked, so that a lifted block of one does not hide that of the other', async () => {
    const [one, two] = [[finds('a')], [finds('b')]];
    const modules = [scanningModule(one), scanningModule(two, 'other')];
    const host = await startWorkingHost(await database.create(), modules);
    const { registry } = host;
    host.work();
    await registry.invoke(
      publishTile,
      { workspace: 'acme' },
      { token: 'publisher', upload: await archiveOf({}) },
    );
    const fails = await until(async () => {
      await host.pass(15);
      const found = await registry.invoke(viewVersion, { ...tile, version: '1.0.0' });
      return found.moderationStatus === 'fail' ? found : undefined;
    });
    expect(fails.moderationError).toContain('One more finding blocks it.');
    const { manager } = await registry.host.get(readDatabaseKey);
    const verdicts = await manager.find(VerdictEntity, { order: { scanner: 'ASC' } });
    expect(verdicts.map(({ blocking }) => blocking)).toEqual([['b'], ['a']]);
    await host.stop();
  });
});
