import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { contribute, defineError, defineModule, ExitCode, type Caller } from 'svc-registry/kernel';
import { viewVersion } from '../../../modules/registry/contract/operations.js';
import {
  publishPoliciesPoint,
  type Publication,
  type PublishPolicy,
} from '../../../modules/registry/contract/publish-policies.js';
import { releaseDirectoryKey, type Release } from '../../../modules/registry/contract/releases.js';
import {
  scannersPoint,
  type Scanner,
  type ScanVerdict,
  type Severity,
} from '../../../modules/registry/contract/scanners.js';
import type { VersionView } from '../../../modules/registry/contract/version-view.js';
import { describeEachDatabase } from '../databases.js';
import { until } from '../../until.js';
import type { RegistryHost } from './registry-host.js';
import { startWorkingHost, type WorkingHost } from './working-host.js';

const unwanted = defineError({
  code: 'policing_unwanted',
  status: 403,
  exit: ExitCode.denied,
  title: 'Unwanted',
  message: () => 'Nothing public, please.',
});

let limit: Severity | null = null;
let asked: Publication[] = [];
let verdicts: ScanVerdict[] = [];

class NothingPublic implements PublishPolicy {
  admit(publication: Publication): Promise<void> {
    asked.push(publication);
    return publication.name === 'acme/loud' && !publication.private
      ? Promise.reject(unwanted())
      : Promise.resolve();
  }

  blocksFrom(): Promise<Severity | null> {
    return Promise.resolve(limit);
  }
}

class TwoFindings implements Scanner {
  scan(): Promise<ScanVerdict> {
    return Promise.resolve(verdicts.shift() ?? { verdict: 'pass' });
  }
}

const policing = defineModule({
  id: 'policing',
  api: '^1.0.0',
  summary: 'A policy and two scanners',
  requires: ['registry'],
  contributes: [
    contribute(publishPoliciesPoint, 'policing', { summary: 'Nothing loud' }, () =>
      Promise.resolve(NothingPublic),
    ),
    ...['policing.first', 'policing.second'].map((id) =>
      contribute(scannersPoint, id, { summary: 'Finds something' }, () =>
        Promise.resolve(TwoFindings),
      ),
    ),
  ],
  server: () => Promise.resolve({ default: {} }),
});

const callerOf = (registry: RegistryHost, name: string): Caller => ({
  kind: 'user',
  id: registry.people.ids.get(name)!,
  label: name,
});

describeEachDatabase('publish policies', (database) => {
  let registry: RegistryHost;
  let host: WorkingHost;

  beforeEach(async () => {
    [limit, asked, verdicts] = [null, [], []];
    host = await startWorkingHost(await database.create(), [policing]);
    registry = host.registry;
  });

  afterEach(() => host.stop());

  const judged = (tile: string, version = '1.0.0'): Promise<VersionView> =>
    until(async () => {
      const found = await registry.invoke(
        viewVersion,
        { workspace: 'acme', tile, version },
        { token: 'member' },
      );
      if (found.moderationStatus !== 'pending') return found;
      await host.pass(15);
      return undefined;
    });

  const releases = async (name: string, person: string): Promise<readonly Release[] | undefined> =>
    (
      await (
        await registry.host.get(releaseDirectoryKey)
      ).find([name, 'acme/nothing', 'not a name'], callerOf(registry, person))
    ).get(name)?.releases;

  it('are asked before anything is stored, and may refuse', async () => {
    await expect(registry.publish({ name: 'acme/loud' })).rejects.toMatchObject({
      code: 'policing_unwanted',
    });
    const location = await registry.people.find('acme');
    expect(asked).toMatchObject([
      {
        name: 'acme/loud',
        version: '1.0.0',
        private: false,
        workspaceId: location!.id,
        caller: { label: 'publisher' },
      },
    ]);
    expect(await releases('acme/loud', 'member')).toBeUndefined();
    await expect(registry.publish({ name: 'acme/loud', private: true })).resolves.toMatchObject({
      name: 'acme/loud',
    });
    const directory = await registry.host.get(releaseDirectoryKey);
    const release = (version: string, person: string, name = 'acme/loud') =>
      directory.release(name, version, callerOf(registry, person));
    expect(await release('1.0.0', 'member')).toMatchObject({ version: '1.0.0', archived: false });
    expect(await release('1.0.0', 'outsider')).toBeUndefined();
    for (const version of ['1.0', '1.0.1', '1.0.0\0', ''])
      expect(await release(version, 'member')).toBeUndefined();
    expect(await release('1.0.0', 'member', 'no name')).toBeUndefined();
  });

  it.each<[Severity | null, Severity, VersionView['moderationStatus']]>([
    [null, 'HIGH', 'pass'],
    [null, 'CRITICAL', 'fail'],
    ['HIGH', 'MEDIUM', 'pass'],
    ['HIGH', 'HIGH', 'fail'],
    ['MEDIUM', 'CRITICAL', 'fail'],
  ])(
    'that block from %s on judge a public version with a %s finding: %s',
    async (from, severity, status) => {
      limit = from;
      host.work();
      verdicts = [
        { verdict: 'pass', severity },
        { verdict: 'pass', severity: 'LOW' },
      ];
      await registry.publish({ name: 'acme/open' });
      const version = await judged('open');
      expect(version.moderationStatus).toBe(status);
      if (status === 'fail') expect(version.moderationError).toContain(`severity ${severity}`);
      expect(await releases('acme/open', 'outsider')).toMatchObject([
        { moderationStatus: status, severity, archived: false },
      ]);
    },
  );

  it('let private versions be, whose severity is known all the same to those who may see them', async () => {
    limit = 'LOW';
    host.work();
    verdicts = [
      { verdict: 'pass' },
      { verdict: 'pass', severity: 'CRITICAL' },
      { verdict: 'pass' },
      { verdict: 'pass' },
    ];
    const published = registry.clock.now;
    await registry.publish({ name: 'acme/inner', private: true });
    expect(await judged('inner')).toMatchObject({ moderationStatus: 'pass' });
    await registry.publish({ name: 'acme/inner', version: '1.10.0', private: true });
    await judged('inner', '1.10.0');
    expect(await releases('acme/inner', 'outsider')).toBeUndefined();
    expect(await releases('acme/inner', 'member')).toMatchObject([
      { version: '1.10.0', severity: null },
      { version: '1.0.0', severity: 'CRITICAL', publishedAt: published },
    ]);
  });
});
