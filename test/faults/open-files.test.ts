import { createHash } from 'node:crypto';
import { Agent, get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeEachDatabase, type TestDatabase } from '../contract/databases.js';
import { ADMIN, signIn } from '../e2e/registry-server.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { judgePublished, NOTHING_WRONG } from './harness/judge.js';
import { Ledger } from './harness/ledger.js';
import {
  pack,
  RegistryApi,
  type Answer as RegistryAnswer,
  type Packed,
  type VersionContent,
} from './harness/registry-api.js';
import { rounds } from './harness/rounds.js';

const LIMITS = [64, 128];
const CLIENTS = 200;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
}

/** Leaves its connection open, as a browser does; `undefined` when there is no answer. */
async function request(url: string, agent: Agent, token: string): Promise<Answer | undefined> {
  try {
    const response = await new Promise<IncomingMessage>((done, failed) => {
      get(url, { agent, headers: { authorization: `Bearer ${token}` } }, done).on('error', failed);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return {
      status: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'],
      body: Buffer.concat(chunks),
    };
  } catch (error) {
    if (['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
}

function suite(database: TestDatabase, openFiles: number): void {
  const counts = countsOf(`D5 ${openFiles} open files, ${CLIENTS} clients, ${database.label}`);
  const ledger = new Ledger<VersionContent, Packed>();
  let registry: CrashingRegistry;
  let api: RegistryApi;
  let first: Packed;

  beforeAll(async () => {
    registry = await CrashingRegistry.open(database, {
      through: ['/bin/sh', '-c', 'ulimit -n "$0" && exec "$@"', String(openFiles)],
    });
    first = await pack('acme/large', '1.0.0', { 'large.txt': 'x'.repeat(3_000_000) });
    api = new RegistryApi(registry);
    await ledger.write(first, () => api.publish(first.archive));
  });

  afterAll(() => registry.close());

  /** Every client wants a file of three megabytes at once. */
  async function crowd(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const path = '/v1/tiles/acme/large/versions/1.0.0/files/large.txt';
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, () => request(registry.origin + path, agent, registry.token)),
    );
    agent.destroy();
    for (const answer of answers) {
      counts.add(answer === undefined ? 'without an answer' : `answered ${answer.status}`);
      if (answer?.status === 200)
        expect(createHash('sha256').update(answer.body).digest('hex')).toBe(
          first.content.files.at(-1)?.[1],
        );
      else if (answer !== undefined)
        expect({ ...answer, body: undefined }).toEqual({
          status: 503,
          retryAfter: '1',
          body: undefined,
        });
    }
    expect(answers.filter((answer) => answer?.status === 200)).not.toEqual([]);
  }

  /** Publishes until the server has room. */
  async function publish(version: string): Promise<void> {
    const packed = await pack('acme/small', version, { 'note.md': version });
    for (let status = 0; status !== 201 && status !== 200;) {
      let seen: RegistryAnswer | undefined;
      await ledger.write(packed, async () => (seen = await api.publish(packed.archive)));
      counts.add(
        seen === undefined ? 'publishes without an answer' : `publishes answered ${seen.status}`,
      );
      status = seen?.status ?? 503;
      if (status >= 400)
        expect(seen ?? { status }).toMatchObject({
          status: 503,
          ...(seen && { body: { retryAfterSeconds: 1 } }),
        });
    }
  }

  it('answers or says when to come back, and goes on as if nothing had been', async () => {
    for (let round = 0; round < rounds(3, 50); round += 1)
      await Promise.all([crowd(), publish(`1.${round}.0`)]);
    expect(registry.runs).toBe(true);
    expect(await signIn(registry.program, ADMIN)).toMatchObject({ code: 0 });
    expect(await judgePublished(registry, ledger)).toEqual(NOTHING_WRONG);
  });
}

for (const limit of LIMITS) {
  describeEachDatabase(`a server that may open ${limit} files`, (database) => {
    suite(database, limit);
  });
}
