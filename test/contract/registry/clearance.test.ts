import { afterEach, beforeEach, expect } from '@jest/globals';
import { isSvcError } from 'svc-registry/kernel';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { moderationKey } from '../../../modules/registry/contract/moderation.js';
import { isHidden } from '../../../modules/registry/contract/moderation.machine.js';
import {
  archiveVersion,
  clearVersion,
  listModeration,
  rescanVersions,
  searchRegistry,
  viewTile,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import type { Scanner } from '../../../modules/registry/contract/scanners.js';
import type { VersionView } from '../../../modules/registry/contract/version-view.js';
import { RescanRun } from '../../../modules/registry/server/scan/rescan-run.entity.js';
import { until } from '../../until.js';
import { itInTurn } from '../databases-by-day.js';
import { describeEachDatabase } from '../databases.js';
import type { RegistryHost } from './registry-host.js';
import { scanningModule } from './scanning.js';
import { startWorkingHost, type WorkingHost } from './working-host.js';

const tile = { workspace: 'acme', tile: 'demo' };
const passes: Scanner['scan'] = () => Promise.resolve({ verdict: 'pass' });
const blocks =
  (reason = 'It sends your keys away.'): Scanner['scan'] =>
  () =>
    Promise.resolve({ verdict: 'block', reason });
const breaks: Scanner['scan'] = () => Promise.reject(new Error('no rules'));

describeEachDatabase('what the operator clears', (database) => {
  const it = itInTurn(database);
  let registry: RegistryHost;
  let host: WorkingHost;
  const scans: Scanner['scan'][] = [];

  beforeEach(async () => {
    scans.splice(0, scans.length, passes);
    host = await startWorkingHost(await database.create(), [scanningModule(scans)]);
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
  const clear = (semver = '1.0.0', reason = ' An example, no key. ') =>
    registry.invoke(clearVersion, { version: `acme/demo@${semver}`, reason });
  const completed = async () =>
    (await registry.host.get(readDatabaseKey)).manager.countBy(RescanRun, { state: 'completed' });
  const scannedAgain = async (scan: Scanner['scan'], semver = '1.0.0') => {
    scans.splice(0, scans.length, scan);
    const before = await completed();
    await (await registry.host.get(moderationKey)).judgeAgain((await version(semver)).id);
    await until(async () => {
      await host.pass(15);
      return (await completed()) === before + 1;
    });
    return version(semver);
  };

  it('passes, is the latest and is found, and shows the reason', async () => {
    host.work();
    scans.splice(0, 1, blocks());
    await registry.publish({ description: 'Does wonders' });
    await judged('fail');
    const cleared = await clear();
    expect(cleared).toMatchObject({
      moderationStatus: 'pass',
      moderationPassed: true,
      moderationClearance: {
        clearedAt: registry.clock.now.toISOString(),
        reason: 'An example, no key.',
        lifted: 'It sends your keys away.',
      },
    });
    expect(cleared).not.toHaveProperty('moderationError');
    expect(await registry.invoke(viewTile, tile)).toMatchObject({
      latestVersion: '1.0.0',
      latest: { moderationClearance: { reason: 'An example, no key.' } },
    });
    expect((await registry.invoke(searchRegistry, { query: 'wonders' })).data).toHaveLength(1);
    await expect(clear()).rejects.toMatchObject({ code: 'nothing_to_clear', exit: 5 });
  });

  it('stays available when a scan says the same again, and no longer when it says something else', async () => {
    host.work();
    scans.splice(0, 1, blocks());
    await registry.publish();
    await judged('fail');
    await clear();
    expect(await scannedAgain(blocks())).toMatchObject({ moderationStatus: 'pass' });
    expect(await scannedAgain(passes)).toMatchObject({ moderationStatus: 'pass' });
    expect(await scannedAgain(blocks())).toMatchObject({ moderationStatus: 'pass' });
    expect(await scannedAgain(blocks('It deletes your files.'))).toMatchObject({
      moderationStatus: 'fail',
      moderationError: 'It deletes your files.',
      moderationClearance: { lifted: 'It sends your keys away.' },
    });
  });

  it('is blocked again when the operator has it judged anew', async () => {
    host.work();
    scans.splice(0, 1, blocks());
    await registry.publish();
    await judged('fail');
    await clear();
    await registry.invoke(rescanVersions, { version: 'acme/demo@1.0.0', anew: true });
    expect(await judged('fail')).not.toHaveProperty('moderationClearance');
  });

  it('is listed with what is withheld, and waits again where there was no verdict', async () => {
    host.work();
    scans.splice(0, scans.length, blocks());
    await registry.publish();
    await judged('fail');
    await clear();
    scans.splice(0, scans.length, breaks);
    await registry.publish({ version: '1.1.0' });
    await judged('error', '1.1.0');
    const { versions } = await registry.invoke(listModeration, {});
    expect(versions).toMatchObject([
      { name: 'acme/demo', version: '1.0.0', moderationStatus: 'pass', moderationError: null },
      { name: 'acme/demo', version: '1.1.0', moderationStatus: 'error', moderationClearance: null },
    ]);
    expect(versions[0]?.moderationClearance).toMatchObject({ reason: 'An example, no key.' });
    scans.splice(0, scans.length, passes);
    expect(await registry.invoke(rescanVersions, {})).toEqual({ queued: 1 });
    await judged('pass', '1.1.0');
    expect(await registry.invoke(rescanVersions, {})).toEqual({ queued: 0 });
  });

  it('may have had no verdict, and is blocked by the first one that blocks', async () => {
    host.work();
    scans.splice(0, 1, breaks);
    await registry.publish();
    await judged('error');
    const { moderationClearance } = await clear();
    expect(moderationClearance).toEqual({
      clearedAt: expect.any(String) as unknown,
      reason: 'An example, no key.',
    });
    expect(await version()).toMatchObject({ moderationStatus: 'pass' });
    expect(await scannedAgain(blocks())).toMatchObject({ moderationStatus: 'fail' });
  });

  it('while the plugin is private is blocked again when it becomes public', async () => {
    host.work();
    scans.splice(0, 1, blocks());
    await registry.publish({ private: true });
    await judged('fail');
    await clear();
    expect(await scannedAgain(blocks())).toMatchObject({ moderationStatus: 'pass' });
    await registry.publish({ version: '1.1.0' }, { goPublic: true });
    expect(await judged('fail')).toMatchObject({ moderationError: 'It sends your keys away.' });
    await judged('fail', '1.1.0');
    expect(await clear()).toMatchObject({ moderationStatus: 'pass' });
    expect(await scannedAgain(blocks())).toMatchObject({ moderationStatus: 'pass' });
  });

  it('agrees with verdicts, archiving and publishing at the same moment', async () => {
    host.work();
    await registry.publish({ version: '1.0.0', description: 'Does wonders' });
    await judged('pass');
    const moderation = await registry.host.get(moderationKey);
    const { id } = await version();
    const mayBe = new Set(['nothing_to_clear']);
    for (let round = 1; round <= 8; round++) {
      scans.splice(0, scans.length, round % 2 === 0 ? passes : blocks(`Reason ${round}.`));
      const done = await Promise.allSettled([
        moderation.judgeAgain(id),
        moderation.clear(id, 'Fine.'),
        registry.publish({ version: `1.0.${round}`, description: 'Does wonders' }),
        registry.invoke(
          archiveVersion,
          { ...tile, version: '1.0.0', archived: round % 3 === 0 },
          { token: 'publisher' },
        ),
        moderation.clear(id, 'Fine.'),
        host.pass(15),
      ]);
      const unexpected = done.flatMap((one) =>
        one.status === 'rejected' && !(isSvcError(one.reason) && mayBe.has(one.reason.code))
          ? [one.reason as unknown]
          : [],
      );
      expect(unexpected).toEqual([]);
      expect(await consistent()).toBe(true);
    }
    await until(async () => {
      await host.pass(15);
      const { manager } = await registry.host.get(readDatabaseKey);
      return (await manager.countBy(RescanRun, { state: 'queued' })) === 0;
    });
    expect(await consistent()).toBe(true);
    expect(registry.host.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  /** Whether the latest version and the search fit the states, in one look that nothing changed meanwhile. */
  const consistent = (): Promise<true> =>
    until(async () => {
      const before = await states();
      const { latestVersion } = await registry.invoke(viewTile, tile, member);
      const { data } = await registry.invoke(searchRegistry, { query: 'wonders' }, member);
      if (JSON.stringify(before) !== JSON.stringify(await states())) return false;
      const available = before.filter(
        ({ state, archived }) => !archived && !isHidden(state as VersionView['moderationStatus']),
      );
      expect(latestVersion).toBe(available[0]?.semver ?? null);
      expect(data.map((hit) => hit.version)).toEqual(available.slice(0, 1).map((v) => v.semver));
      return true as const;
    });

  const states = async () => {
    const { manager } = await registry.host.get(readDatabaseKey);
    const rows = await manager.query<{ semver: string; state: string; archivedAt: unknown }[]>(
      `SELECT "semver", "state", "archived_at" AS "archivedAt" FROM "registry_versions" ORDER BY "sort_key" DESC`,
    );
    return rows.map(({ semver, state, archivedAt }) => ({
      semver,
      state,
      archived: archivedAt !== null,
    }));
  };
});
