import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { pax, rawTar, type RawEntry } from '../../modules/registry/format/testing/raw-tar.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { mainThreadMs, mostMemoryMb, p99Of } from './harness/process-costs.js';
import { RegistryApi, type Answer } from './harness/registry-api.js';
import { rounds } from './harness/rounds.js';

const MB = 1024 * 1024;
const MOST_MEMORY = 600;
/** Milliseconds of processor time that the thread which answers requests may spend on an archive, besides answering. */
const MOST_WORK = 1_500;

const manifest = (version: string): RawEntry => ({
  name: 'package/.svc-plugin/plugin.json',
  content: JSON.stringify({ name: 'acme/attack', version, description: 'An attack.' }),
});

/** Nothing compresses it, so that the archive as a whole is not compressed beyond reason. */
const ballast = (megabytes: number): RawEntry => ({
  name: 'package/ballast',
  content: randomBytes(megabytes * MB),
});

const archive = (entries: readonly RawEntry[]): Buffer => gzipSync(rawTar(entries), { level: 1 });

function nestedLists(version: string): Buffer {
  const lists = '[[[[]]]],'.repeat((24 * MB) / 9);
  const content = `{"mcpServers":{"a":{"type":"stdio","command":"a","args":[${lists}[]]}}}`;
  return archive([manifest(version), ballast(0.5), { name: 'package/.mcp.json', content }]);
}

function largePlugin(version: string): Buffer {
  const zeros = Array.from({ length: 5 }, (_, at) => ({
    name: `package/zeros-${at}`,
    content: Buffer.alloc(24 * MB, at),
  }));
  return archive([manifest(version), ballast(2.6), ...zeros]);
}

function extendedHeaders(version: string): Buffer {
  const records = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, 'v']));
  const header = pax(records);
  const headers = Array.from({ length: 800 }, (_, at) => [
    header,
    { name: `package/${at}`, content: '' },
  ]).flat();
  return archive([manifest(version), ballast(1.2), ...headers]);
}

describeByDayOn('sqlite', 'archives that cost more than they weigh', (database) => {
  const counts = countsOf(`archives that cost more than they weigh, ${database.label}`);
  let registry: CrashingRegistry;
  let api: RegistryApi;
  let versions = 0;
  const next = (): string => `1.${(versions += 1)}.0`;

  beforeAll(async () => {
    registry = await CrashingRegistry.open(database);
    api = new RegistryApi(registry);
  });

  afterAll(() => registry.close());

  /** Milliseconds that an answer took. */
  const read = async (): Promise<number> => {
    const started = performance.now();
    const response = await fetch(`${registry.origin}/v1/tiles`);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    counts.add('reads answered');
    return performance.now() - started;
  };

  /** What reads take while nothing else goes on: processor time of the main thread for each, and the slowest hundredth. */
  async function idleReads(): Promise<{ readonly work: number; readonly p99: number }> {
    const before = mainThreadMs(registry.pid);
    const times: number[] = [];
    while (times.length < 300) times.push(await read());
    return { work: (mainThreadMs(registry.pid) - before) / times.length, p99: p99Of(times) };
  }

  /** Reads, one request after the other, while `work` goes on; answers what the work answers, and how long each has taken. */
  async function besideReader<T>(
    work: Promise<T>,
  ): Promise<{ readonly result: T; readonly times: readonly number[] }> {
    const state = { working: true };
    const times: number[] = [];
    const reading = (async () => {
      while (state.working) times.push(await read());
    })();
    const result = await work.finally(() => (state.working = false));
    await reading;
    return { result, times };
  }

  async function attack(name: string, archives: readonly Buffer[]): Promise<readonly Answer[]> {
    const { pid } = registry;
    const idle = await idleReads();
    const before = mainThreadMs(pid);
    const { result, times } = await besideReader(
      Promise.all(archives.map((body) => api.publish(body))),
    );
    const work = Math.round(mainThreadMs(pid) - before - times.length * idle.work);
    counts.add(`ms of the main thread for ${name}`, work);
    counts.add(`rounds of ${name} with p99 of reads ${Math.round(p99Of(times) / idle.p99)} x idle`);
    expect(work / archives.length).toBeLessThan(MOST_WORK);
    for (const { status } of result) counts.add(`times ${name} answered ${status}`);
    expect({ runs: registry.runs, pid: registry.pid }).toEqual({ runs: true, pid });
    expect(mostMemoryMb(pid)).toBeLessThanOrEqual(MOST_MEMORY);
    return result;
  }

  it('a megabyte that holds 24 of nested lists is refused', async () => {
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const [answer] = await attack('nested lists', [nestedLists(next())]);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'plugin_invalid', issues: [{ file: '.mcp.json' }] },
      });
    }
  });

  it('thousands of extended headers with thousands of records each are refused', async () => {
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const [answer] = await attack('extended headers', [extendedHeaders(next())]);
      expect(answer).toMatchObject({ status: 413, body: { code: 'archive_too_large' } });
    }
  });

  it('ten large plugins at once are published one after the other, or refused with a time to try again', async () => {
    for (let round = 0; round < rounds(1, 10); round += 1) {
      const answers = await attack('ten at once', Array<Buffer>(10).fill(largePlugin(next())));
      for (const { status, body } of answers)
        if (status !== 201)
          expect({ status, body }).toMatchObject({
            status: 429,
            body: { retryAfterSeconds: expect.any(Number) },
          });
      expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    }
  });

  it('no more memory was ever taken, and it publishes as before', async () => {
    counts.add('MB of memory at most', Math.round(mostMemoryMb(registry.pid)));
    expect(await api.publish(archive([manifest(next())]))).toMatchObject({ status: 201 });
  });
});
