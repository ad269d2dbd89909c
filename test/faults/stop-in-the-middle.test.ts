import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeEachDatabase } from '../contract/databases.js';
import { countsOf } from './harness/counts.js';
import { LetterOffice } from './harness/letter-office.js';
import { pack, RegistryApi, type Packed } from './harness/registry-api.js';
import { between, rounds, wait } from './harness/rounds.js';

const UPLOADS = 20;
const RUNS = 5;

describeEachDatabase('processes that are asked to end in the middle of their work', (database) => {
  let office: LetterOffice;
  const counts = countsOf(`K7 stop gracefully, ${database.label}`);
  const published: string[] = [];
  const letters: string[] = [];

  beforeAll(async () => {
    office = await LetterOffice.open(database);
    if (database.engine === 'postgres') await office.startCarrier();
  });

  afterAll(() => office.close());

  /** An upload that the server has begun to answer. Call what comes back to send the body; it answers the status. */
  const begin = async ({ archive }: Packed): Promise<() => Promise<number>> => {
    const headers = {
      authorization: `Bearer ${office.registry.token}`,
      'content-type': 'application/gzip',
      'content-length': archive.byteLength,
      expect: '100-continue',
    };
    const upload = request(`${office.registry.origin}/v1/tiles?workspace=acme`, {
      method: 'POST',
      headers,
      agent: false,
    });
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.flushHeaders();
    await once(upload, 'continue');
    return async () => {
      upload.end(archive);
      const [response] = await answered;
      response.resume();
      return response.statusCode!;
    };
  };

  it('answer what they have accepted, and hand back what they cannot end', async () => {
    for (let round = 1; round <= rounds(1, 50); round += 1) {
      const sent = await office.send(...Array.from({ length: RUNS }, () => 60_000));
      letters.push(...sent);
      await office.until((runs) => sent.every((id) => runs.get(id)?.state === 'running'));
      const packed = await Promise.all(
        Array.from({ length: UPLOADS }, (_, at) =>
          pack(`acme/stop-${at}`, `${round}.0.0`, { 'a.md': 'x' }),
        ),
      );
      const uploads = await Promise.all(packed.map(begin));
      const stopped = office.stop();
      await wait(between(0, 2_000));
      expect(await Promise.all(uploads.map((finish) => finish()))).toEqual(packed.map(() => 201));
      expect(await stopped).not.toContain(137);
      counts.add('stops');
      counts.add('uploads answered', UPLOADS);

      const runs = new Map((await office.runs()).map((run) => [run.id, run]));
      for (const id of sent)
        expect(runs.get(id)).toMatchObject({ state: 'queued', attempt: 1, failures: 0 });
      counts.add('runs handed back', RUNS);

      await office.start();
      published.push(...packed.map(({ name }) => name));
      expect([...(await new RegistryApi(office.registry).listed()).keys()].sort()).toEqual(
        [...published].sort(),
      );
      const ended = await office.until((all) =>
        letters.every((id) => all.get(id)?.state === 'completed'),
      );
      for (const id of sent) expect(ended.get(id)).toMatchObject({ attempt: 2, failures: 0 });
      expect((await office.deliveries()).sort()).toEqual([...letters].sort());
    }
  });
});
