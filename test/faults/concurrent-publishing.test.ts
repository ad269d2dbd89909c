import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnPostgres, type TestDatabase } from '../contract/databases.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { countsOf, type Counts } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { judgePublished, NOTHING_WRONG } from './harness/judge.js';
import { Ledger } from './harness/ledger.js';
import { pack, RegistryApi, type Packed, type VersionContent } from './harness/registry-api.js';
import { rounds } from './harness/rounds.js';

/** Publishers that take the version which the server proposes, as the command line does. */
class Publishers {
  readonly ledger = new Ledger<VersionContent, Packed>();

  constructor(
    readonly registry: CrashingRegistry,
    private readonly counts: Counts,
  ) {}

  /** Answers the version that it got. */
  async publish(
    api: RegistryApi,
    plugin: string,
    { version, text }: { version: string; text: string },
  ): Promise<string> {
    const packed = await pack(plugin, version, { 'note.md': text, 'again.md': `${text} again` });
    const answer = await this.ledger.write(packed, () => api.publish(packed.archive));
    this.counts.add(
      answer?.status === 201
        ? 'published'
        : answer?.status === 409
          ? 'raised'
          : `answered ${answer?.status ?? 'with 5xx'}`,
    );
    if (answer?.status === 409)
      return this.publish(api, plugin, { version: String(answer.body['nextVersion']), text });
    expect(answer?.status).toBe(201);
    return version;
  }

  async judge(): Promise<void> {
    expect(await judgePublished(this.registry, this.ledger)).toEqual(NOTHING_WRONG);
  }
}

const PARALLEL = 50;

function parallelSuite(
  title: string,
  { database, servers }: { database: TestDatabase; servers: number },
): void {
  const counts = countsOf(title);
  let publishers: Publishers;
  let apis: RegistryApi[];

  beforeAll(async () => {
    const registry = await CrashingRegistry.open(database);
    publishers = new Publishers(registry, counts);
    apis = [new RegistryApi(registry)];
    while (apis.length < servers) apis.push(await registry.another());
  });

  afterAll(() => publishers.registry.close());

  it(`${PARALLEL} publishes of one version at once become ${PARALLEL} versions`, async () => {
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const plugin = `acme/parallel-${round}`;
      const all = Array.from({ length: PARALLEL }, (_, at) => apis[at % apis.length]!);
      const got = await Promise.all(
        all.map((api, at) =>
          publishers.publish(api, plugin, { version: '1.0.0', text: `number ${at}\n` }),
        ),
      );
      expect(new Set(got).size).toBe(PARALLEL);
    }
    await publishers.judge();
  });

  if (servers === 1) return;
  it('of two that publish the same version through two servers one wins and the other takes the next', async () => {
    for (let round = 0; round < rounds(2, 50); round += 1) {
      const version = `${round}.0.0`;
      const got = await Promise.all(
        apis.map((api, at) =>
          publishers.publish(api, 'acme/contended', { version, text: `${at} in ${round}\n` }),
        ),
      );
      expect(got.sort()).toEqual([version, `${round}.0.1`]);
    }
    await publishers.judge();
  });
}

// on PostgreSQL by day through two servers only
describeByDayOn('sqlite', 'publishing at once', (database) => {
  parallelSuite(`R6 publish at once, ${database.label}`, { database, servers: 1 });
});

describeOnPostgres('publishing at once through two servers', (database) => {
  parallelSuite('R5, R6 publish at once through two servers, postgres', { database, servers: 2 });
});
