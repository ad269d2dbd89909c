import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeEachDatabase } from '../contract/databases.js';
import { shareOf } from '../contract/databases-by-day.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { judgePublished, NOTHING_WRONG } from './harness/judge.js';
import { Ledger } from './harness/ledger.js';
import { pack, RegistryApi, type Packed, type VersionContent } from './harness/registry-api.js';
import { rounds } from './harness/rounds.js';
import { pointsOf, type FaultPoint } from './points.js';

/** The archive and its three files. */
const CONTENTS = 4;

/** A point at a content is passed once for each; what an earlier death has stored is not stored again, so only the first one is sure. */
const passesOf = ({ name }: FaultPoint, round: number): number =>
  name === 'persistence.blob-written' ? round % CONTENTS : 0;

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

  it.each(Array.from({ length: rounds(1, 20) }, (_, at) => at))(
    'leaves what the table says, and one version comes through all of them in the end: round %i',
    async (round) => {
      const version = `1.${round}.0`;
      const packed = await pack('acme/steps', version, {
        'a.md': `${version}\n`,
        'b.md': `b of ${version}\n`,
      });
      const publish = () => ledger.write(packed, () => api.publish(packed.archive));
      const points = pointsOf('kill-at-publish-steps');
      const old = points.filter(({ leaves }) => leaves === 'old');
      const committed = points.filter(({ leaves }) => leaves === 'new');
      const steps = [...shareOf(old, database), ...committed].map((point) => ({
        ...point,
        fault: `${point.name}:${passesOf(point, round)}`,
      }));
      await registry.kill();
      for (const [at, { fault, leaves }] of steps.entries()) {
        if (at === 0) await registry.start({ SVC_FAULT: fault });
        expect(await publish()).toBeUndefined();
        await registry.died();
        counts.add('deaths');

        await registry.start({ SVC_FAULT: steps[at + 1]?.fault });
        expect({ fault, ...(await judgePublished(registry, ledger)) }).toEqual({
          fault,
          ...NOTHING_WRONG,
        });
        expect({ fault, listed: (await api.listed()).has(packed.name) }).toEqual({
          fault,
          listed: leaves === 'new',
        });
      }
      expect(await publish()).toMatchObject({
        status: 201,
        body: { unchanged: true, latestVersion: version },
      });
      expect(await judgePublished(registry, ledger)).toEqual(NOTHING_WRONG);
    },
  );
});
