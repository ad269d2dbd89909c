import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeEachDatabase } from '../contract/databases.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { judgePublished, NOTHING_WRONG } from './harness/judge.js';
import { Ledger } from './harness/ledger.js';
import { pack, RegistryApi, type Packed, type VersionContent } from './harness/registry-api.js';
import { patience, rounds } from './harness/rounds.js';
import { pointsOf } from './points.js';

/** Each point is reached once for the archive and once for each file; the next time through, the one after it is hit. */
const FILES = 4;

describeEachDatabase('a server that dies at a step of publishing', (database) => {
  let registry: CrashingRegistry;
  let api: RegistryApi;
  const ledger = new Ledger<VersionContent, Packed>();
  const counts = countsOf(`K2 die at each step of publishing, ${database.label}`);

  beforeAll(async () => {
    registry = await CrashingRegistry.open(database);
    api = new RegistryApi(registry);
  });

  afterAll(() => registry.close());

  it.each(pointsOf('kill-at-publish-steps'))(
    'leaves the $leaves state: $meaning',
    async ({ name, leaves }) => {
      for (let round = 0; round < rounds(1, 20); round += 1) {
        const passes = name.startsWith('persistence.') ? round % FILES : 0;
        await registry.kill();
        await registry.start({ SVC_FAULT: `${name}:${passes}` });
        const version = `1.${counts.of('deaths')}.0`;
        const packed = await pack('acme/steps', version, { 'a.md': `${version}\n`, 'b.md': `b of ${version}\n` });
        expect(await ledger.write(packed, () => api.publish(packed.archive))).toBeUndefined();
        await registry.died();
        counts.add('deaths');

        await registry.start();
        expect(await judgePublished(registry, ledger)).toEqual(NOTHING_WRONG);
        expect((await api.listed()).has(packed.name)).toBe(leaves === 'new');
        const again = await ledger.write(packed, () => api.publish(packed.archive));
        expect(again).toMatchObject({ status: 201, body: { unchanged: leaves === 'new', latestVersion: version } });
        expect(await judgePublished(registry, ledger)).toEqual(NOTHING_WRONG);
      }
    },
    patience(60_000, 600_000),
  );
});
