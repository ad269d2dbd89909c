import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { contribute, defineModule, hostKey, type ModuleDeclaration } from 'svc-registry/kernel';
import { readDatabaseKey, unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import {
  clearVersion,
  downloadArchive,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import {
  scannersPoint,
  type Scanner,
  type ScanFinding,
} from '../../../modules/registry/contract/scanners.js';
import type { VersionView } from '../../../modules/registry/contract/version-view.js';
import { RulesetUses } from '../../../modules/registry/server/scan/ruleset-uses.js';
import { VerdictEntity } from '../../../modules/registry/server/scan/verdict.entity.js';
import { until } from '../../until.js';
import { describeEachDatabase, type DatabaseLocation } from '../databases.js';
import { startWorkingHost, type WorkingHost } from './working-host.js';

interface Rules {
  readonly ruleset: string;
  /** Fingerprints of what they find in every version; each of severity CRITICAL. */
  readonly find: readonly string[];
  readonly breaks?: boolean;
}

/** A module with a scanner that finds the same everywhere. */
function judging({ ruleset, find, breaks = false }: Rules): ModuleDeclaration {
  const findings = find.map((fingerprint): ScanFinding => ({
    fingerprint,
    severity: 'CRITICAL',
    title: `It has ${fingerprint}.`,
  }));
  class Judging implements Scanner {
    scan() {
      if (breaks) throw new Error('no verdict by these rules');
      return Promise.resolve({ verdict: 'pass' as const, findings });
    }
    ruleset() {
      return Promise.resolve({ engine: 'judge 1', ruleset });
    }
  }
  return defineModule({
    id: 'judging',
    api: '^1.0.0',
    summary: 'A scanner with rules',
    requires: ['registry'],
    contributes: [
      contribute(scannersPoint, 'judging.rules', { summary: 'Rules' }, () =>
        Promise.resolve(Judging),
      ),
    ],
    server: () => Promise.resolve({ default: {} }),
  });
}

const tile = { workspace: 'acme', tile: 'demo' };

describeEachDatabase('new rules', (database) => {
  let location: DatabaseLocation;
  let hosts: WorkingHost[];

  beforeEach(async () => {
    location = await database.create();
    hosts = [];
  });
  afterEach(async () => {
    for (const host of hosts) await host.stop();
  });

  const start = async (rules?: Rules, env: Record<string, string> = {}): Promise<WorkingHost> => {
    const at = { ...location, env: { ...location.env, ...env } };
    const host = await startWorkingHost(at, rules === undefined ? [] : [judging(rules)]);
    hosts.push(host);
    return host;
  };
  /** The server is replaced by one with other rules. */
  const restart = async (rules?: Rules, env?: Record<string, string>): Promise<WorkingHost> => {
    const before = hosts.splice(0);
    for (const host of before) await host.stop();
    const host = await start(rules, env);
    for (const { registry } of before) host.registry.clock.now = registry.clock.now;
    await host.pass(60);
    host.work();
    return host;
  };
  const version = ({ registry }: WorkingHost, semver = '1.0.0'): Promise<VersionView> =>
    registry.invoke(viewVersion, { ...tile, version: semver });
  const verdicts = async ({ registry }: WorkingHost): Promise<readonly VerdictEntity[]> => {
    const { manager } = await registry.host.get(readDatabaseKey);
    return manager.find(VerdictEntity, { order: { judgedAt: 'ASC' } });
  };
  /** Waits until so many verdicts by the rules are there. */
  const judgedBy = (host: WorkingHost, ruleset: string, times = 1) =>
    until(async () => {
      await host.pass(15);
      const found = (await verdicts(host)).filter((verdict) => verdict.ruleset === ruleset);
      return found.length >= times ? found : undefined;
    });

  it('judge what was never judged, and all of it again when they change; the history stays', async () => {
    const before = await start();
    for (const semver of ['1.0.0', '1.1.0']) await before.registry.publish({ version: semver });
    expect(await version(before)).toMatchObject({ moderationStatus: 'skipped' });

    const first = await restart({ ruleset: 'one', find: [] });
    await judgedBy(first, 'one', 2);
    expect(await version(first)).toMatchObject({ moderationStatus: 'pass' });

    const second = await restart({ ruleset: 'two', find: ['a'] });
    await judgedBy(second, 'two', 2);
    for (const semver of ['1.0.0', '1.1.0'])
      expect(await version(second, semver)).toMatchObject({
        moderationStatus: 'fail',
        moderationError: expect.stringContaining('It has a.'),
      });
    const { id } = await version(second);
    const history = (await verdicts(second)).filter(({ versionId }) => versionId === id);
    expect(history).toMatchObject([
      { scanner: 'judging.rules', engine: 'judge 1', ruleset: 'one', verdict: 'pass' },
      { ruleset: 'two', verdict: 'block', severity: 'CRITICAL', blocking: ['a'], public: true },
    ]);
  });

  it('judge nothing again when they are the same after a restart', async () => {
    const first = await restart({ ruleset: 'one', find: [] });
    await first.registry.publish();
    await judgedBy(first, 'one');
    const again = await restart({ ruleset: 'one', find: [] });
    await again.pass(90);
    await again.registry.publish({ version: '1.1.0' });
    await judgedBy(again, 'one', 2);
    expect(await verdicts(again)).toHaveLength(2);
  });

  it('block nothing for what the operator has lifted, and block it for something new', async () => {
    const first = await restart({ ruleset: 'one', find: ['a'] });
    await first.registry.publish();
    await judgedBy(first, 'one');
    const ref = { version: 'acme/demo@1.0.0' };
    const cleared = await first.registry.invoke(clearVersion, { ...ref, reason: 'An example.' });
    expect(cleared.moderationClearance).toMatchObject({ fingerprints: ['a'] });

    const same = await restart({ ruleset: 'two', find: ['a'] });
    await judgedBy(same, 'two');
    expect(await version(same)).toMatchObject({ moderationStatus: 'pass' });
    await same.registry.invoke(downloadArchive, { ...tile, version: '1.0.0' });

    const other = await restart({ ruleset: 'three', find: ['a', 'b'] });
    await judgedBy(other, 'three');
    expect(await version(other)).toMatchObject({
      moderationStatus: 'fail',
      moderationError: expect.stringMatching(/It has b\.$/),
      moderationClearance: { fingerprints: ['a'], reason: 'An example.' },
    });
    const both = await other.registry.invoke(clearVersion, { ...ref, reason: 'Both.' });
    expect(both.moderationClearance?.fingerprints).toEqual(['a', 'b']);
    const back = await restart({ ruleset: 'four', find: ['b'] });
    await judgedBy(back, 'four');
    expect(await version(back)).toMatchObject({ moderationStatus: 'pass' });
  });

  it('that break leave the version as it is, and are not tried for ever', async () => {
    const first = await restart({ ruleset: 'one', find: [] });
    await first.registry.publish();
    await judgedBy(first, 'one');
    const broken = await restart({ ruleset: 'two', find: [], breaks: true });
    expect(await judgedBy(broken, 'two')).toMatchObject([{ verdict: 'error' }]);
    await broken.pass(300);
    expect(await verdicts(broken)).toHaveLength(2);
    expect(await version(broken)).toMatchObject({ moderationStatus: 'pass' });
  });

  it('are not asked where moderation is off, and are once it is on', async () => {
    const off = await restart({ ruleset: 'one', find: ['a'] }, { SVC_MODERATION: 'off' });
    await off.registry.publish();
    expect(await version(off)).toMatchObject({ moderationStatus: 'skipped' });
    const on = await restart({ ruleset: 'one', find: ['a'] });
    await judgedBy(on, 'one');
    expect(await version(on)).toMatchObject({ moderationStatus: 'fail' });
  });

  it('have the word while the server that started last has them, and leave it when that is gone', async () => {
    const { registry } = await start();
    const { host } = registry;
    const uses = new RulesetUses(
      await host.get(unitOfWorkKey),
      await host.get(readDatabaseKey),
      await host.get(hostKey),
    );
    const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 9, minutes));
    const use = (key: string, started: number, now: number): Promise<boolean> => {
      registry.clock.now = at(now);
      return uses.use(key, at(started));
    };
    expect(await use('old', 0, 0)).toBe(true);
    expect(await use('new', 1, 1)).toBe(true);
    expect(await use('old', 0, 2)).toBe(false);
    expect(await use('new', 1, 2)).toBe(true);
    // an old server is restarted in the middle of the upgrade, and then stopped for good
    expect(await use('old', 3, 3)).toBe(true);
    expect(await use('new', 1, 4)).toBe(false);
    expect(await use('new', 1, 8)).toBe(true);
  });

  if (database.engine === 'sqlite') return;

  it('are not undone by a server with older ones that works on the same queue', async () => {
    const old = await start({ ruleset: 'old', find: ['a'] });
    old.work();
    const semvers = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'];
    for (const semver of semvers) await old.registry.publish({ version: semver });
    await judgedBy(old, 'old', semvers.length);

    const newer = await start({ ruleset: 'new', find: [] });
    newer.registry.clock.now = old.registry.clock.now;
    await newer.pass(60);
    newer.work();
    const pass = async (seconds: number): Promise<void> => {
      await old.pass(seconds);
      await newer.pass(seconds);
    };
    // each is judged once more, by whichever server was faster
    await until(async () => {
      await pass(5);
      return (await verdicts(newer)).length === 2 * semvers.length;
    });
    for (let round = 0; round < 10; round += 1) await pass(5);
    expect(await verdicts(newer)).toHaveLength(2 * semvers.length);

    // the upgrade ends: what the older rules judged again is judged by the new ones
    const last = await restart({ ruleset: 'new', find: [] });
    await judgedBy(last, 'new', semvers.length);
    for (const semver of semvers)
      expect(await version(last, semver)).toMatchObject({ moderationStatus: 'pass' });
    expect(await judgedBy(last, 'new', semvers.length)).toHaveLength(semvers.length);
  });
});
