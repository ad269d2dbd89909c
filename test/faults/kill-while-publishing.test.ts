import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { describeEachDatabase } from '../contract/databases.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { judgePublished, NOTHING_WRONG } from './harness/judge.js';
import { Ledger, same } from './harness/ledger.js';
import {
  pack,
  RegistryApi,
  type Answer,
  type Packed,
  type VersionContent,
} from './harness/registry-api.js';
import { batches, between, KILLED_AMONG, rounds, wait } from './harness/rounds.js';

const OWN_VERSIONS = 12;
/** One caller publishes more than a thousand versions an hour here. */
const UNLIMITED = { SVC_RATE_LIMITS: 'all=off' };

describeEachDatabase('a server that is killed while it is published to', (database) => {
  let registry: CrashingRegistry;
  let api: RegistryApi;
  let ledger: Ledger<VersionContent, Packed>;
  const counts = countsOf(`K1 kill while publishing, ${database.label}`);

  beforeEach(async () => {
    registry = await CrashingRegistry.open(database, { env: UNLIMITED });
    api = new RegistryApi(registry);
    ledger = new Ledger();
  });

  afterEach(() => registry.close());

  const send = async (packed: Packed): Promise<Answer | undefined> => {
    const answer = await ledger.write(packed, () => api.publish(packed.archive));
    counts.add(
      answer === undefined ? 'in doubt' : answer.status < 300 ? 'acknowledged' : 'refused',
    );
    return answer;
  };

  /** A client with a plugin of its own, one version of it large. */
  const ownPlugin = async (client: number, round: number): Promise<() => Promise<void>> => {
    const versions = Array.from({ length: OWN_VERSIONS }, (_, at) => {
      const size = at === client ? between(1, 5) * 1_000_000 : between(10, 20_000);
      // compressed, hexadecimal text has the size of its bytes again
      return pack(`acme/own-${client}`, `${round}.${at}.0`, {
        'random.txt': randomBytes(size).toString('hex'),
      });
    });
    const packed = await Promise.all(versions);
    return async () => {
      for (const each of packed) if ((await send(each)) === undefined) return;
    };
  };

  /** A client that shares its plugin with another: it takes the version that the server proposes. */
  const sharedPlugin = (client: number, round: number) => async (): Promise<void> => {
    let version = `${round}.0.0`;
    for (let at = 0; ; at += 1) {
      const answer = await send(
        await pack('acme/shared', version, { 'note.md': `${client} of ${round}, number ${at}\n` }),
      );
      if (answer === undefined) return;
      if (answer.status === 409) version = String(answer.body['nextVersion']);
    }
  };

  const untilTheKill = async (): Promise<void> => {
    const last = ledger.acknowledged.size + between(0, KILLED_AMONG ?? 0);
    while (ledger.acknowledged.size < last) await wait(5);
    await wait(between(0, KILLED_AMONG === undefined ? 400 : 20));
  };

  /** What was in doubt is there as it was sent, or is free, or somebody else took its version. */
  const publishAgain = async (): Promise<void> => {
    const listed = await api.listed();
    for (const packed of [...ledger.inDoubt]) {
      const { name, content } = packed;
      const taken = listed.get(name);
      const answer = await send(packed);
      const expected =
        taken === undefined || same(taken, content) ? [201, taken !== undefined] : [409, undefined];
      expect([name, answer?.status, answer?.body['unchanged']]).toEqual([name, ...expected]);
      if (taken === undefined) listed.set(name, content);
      counts.add(taken === undefined ? 'of them not written' : 'of them written');
    }
    expect(ledger.inDoubt.size).toBe(0);
  };

  it.each(batches(rounds(3, 500)))(
    'loses nothing that was acknowledged and shows no halves, %i times',
    async (kills) => {
      for (let round = 1; round <= kills; round += 1) {
        const own = await Promise.all([0, 1].map((client) => ownPlugin(client, round)));
        const clients = [...own, sharedPlugin(2, round), sharedPlugin(3, round)].map((publish) =>
          publish(),
        );
        await untilTheKill();
        await registry.kill();
        await Promise.all(clients);
        await registry.start(UNLIMITED);
        counts.add('kills');
        expect({ round, ...(await judgePublished(registry, ledger)) }).toEqual({
          round,
          ...NOTHING_WRONG,
        });
        await publishAgain();
      }
      expect(ledger.acknowledged.size).toBeGreaterThan(kills);
    },
  );
});
