/** Scenarios that a model writes: the server dies while it generates them, the command while it brings them in. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { idempotent, ledger, noCards, partial, task } from '../../modules/eval/testing/base.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { answering, dialects, ModelEndpoint } from '../contract/models/model-endpoint.js';
import { bundleOf } from '../contract/review/review-host.js';
import { changeRows, newRepository } from '../e2e/registry-server.js';
import { until } from '../until.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { isBrokenConnection } from './harness/ledger.js';
import { rounds, sampleOf } from './harness/rounds.js';
import { rowsOf } from './harness/stored.js';
import { pointsOf } from './points.js';

const points = pointsOf('kill-a-generation');
const of = (who: 'generation' | 'download') =>
  points.filter(({ name }) => name.startsWith(`eval.${who}-`));

const LONG_AGO = `'2020-01-01T00:00:00.000Z'`;
/** Milliseconds that a death and what is done after it may take on a machine with other work. */
const ROUND = 60_000;
const dialect = dialects[0]!;

const proposal = (name: string) => ({
  name,
  description: 'Money back, as the ledger wants it',
  context: 'Refunds by the rules of the ledger',
  task,
  criteria: [idempotent, ledger, partial, noCards],
});

interface Row {
  readonly id: string;
  readonly state: string;
  readonly result_sha256: string | null;
}

describeByDayOn('sqlite', 'kill -9 of a generation of scenarios', (database) => {
  let registry: CrashingRegistry;
  let model: ModelEndpoint;
  let session: string;
  let bundle: string;
  const counts = countsOf(`K24 kill a generation, ${database.label}`);
  const env = () => ({
    SVC_MODEL: dialect.model,
    SVC_MODEL_BASE_URL: dialect.baseUrl(model.origin),
    SVC_MODEL_API_KEY: 'sk-0123456789abcdef',
  });

  beforeAll(async () => {
    model = await ModelEndpoint.start();
    registry = await CrashingRegistry.open(database, { env: env() });
    session = (await registry.program.run(['auth', 'token'])).stdout.trim();
    const plugin = {
      '.svc-plugin/plugin.json': '{ "name": "acme/shop", "version": "1.0.0", "description": "x" }',
      'skills/shop/SKILL.md':
        '---\nname: shop\ndescription: Use when money is given back.\n---\n\nDo it.\n',
    };
    const body = Buffer.from(await bundleOf(plugin));
    const sent = await post('eval-bundles?workspace=acme&kind=plugin', body, 'application/gzip');
    bundle = sent?.['bundleId'] ?? '';
  });
  afterAll(async () => {
    await registry.close();
    await model.close();
  });

  /** The answer of the server, or `undefined` when none came. */
  async function post(path: string, body: string | Buffer, type = 'application/json') {
    const headers = { authorization: `Bearer ${session}`, 'content-type': type };
    const address = `${registry.origin}/experimental/${path}`;
    try {
      const answer = await fetch(address, { method: 'POST', headers, body });
      const document = (await answer.json()) as { data?: Record<string, string> };
      if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(document)}`);
      return document.data ?? (document as Record<string, string>);
    } catch (error) {
      if (isBrokenConnection(error)) return undefined;
      throw error;
    }
  }

  const begin = async (name: string): Promise<string | undefined> => {
    model.answer = answering(200, dialect.value({ scenarios: [proposal(name)] }));
    const asked = JSON.stringify({ workspace: 'acme', bundle, count: 1 });
    return (await post('eval-scenarios/generate', asked))?.['generationId'];
  };
  const rows = () =>
    rowsOf<Row>(registry.location, 'SELECT id, state, result_sha256 FROM eval_generations');
  const start = async (fault = ''): Promise<void> => {
    if (registry.runs) await registry.kill();
    // as if the minute of the dead one's leases were over
    const leases = `lease_until = ${LONG_AGO} WHERE state = 'running'`;
    await changeRows(registry.location, `UPDATE eval_generations SET ${leases}`);
    await registry.start({ ...env(), SVC_FAULT: fault });
  };
  /** All generations, when each has ended. */
  const ended = () =>
    until(async () => {
      const soon = `available_at = ${LONG_AGO} WHERE state = 'queued'`;
      await changeRows(registry.location, `UPDATE eval_generations SET ${soon}`);
      const all = await rows();
      return all.every(({ state }) => state !== 'queued' && state !== 'running') && all;
    });

  it(
    'is worked on again by the next server, and has its scenarios once',
    async () => {
      let wanted = 0;
      for (let round = 0; round < rounds(1, 20); round += 1)
        for (const { name } of sampleOf(of('generation'), 2)) {
          await start(name);
          await begin('Refunds');
          wanted += 1;
          await registry.died();
          counts.add('deaths of the server');
          await start();
          const all = await ended();
          expect({ name, count: all.length }).toEqual({ name, count: wanted });
          const bad = all.filter((row) => row.state !== 'completed' || row.result_sha256 === null);
          expect({ name, bad }).toEqual({ name, bad: [] });
        }
    },
    ROUND * rounds(1, 20) * of('generation').length,
  );

  it(
    'leaves each folder as it was or as it becomes, which the next download completes',
    async () => {
      await start();
      const first = await completed('Refunds');
      const second = await completed('Payouts');
      for (let round = 0; round < rounds(1, 20); round += 1)
        for (const { name, leaves } of of('download')) {
          const folder = await newRepository(registry.program, `${name.slice(5)}-${round}`);
          const download = (id: string, fault?: string) =>
            registry.program.run(['scenario', 'download', id, '--output', 'evals'], {
              cwd: folder,
              // the sign-in is kept for the address of the first server
              env: { SVC_FAULT: fault, SVC_TOKEN: session },
            });
          expect(await download(first)).toMatchObject({ code: 0, stderr: '' });
          const [scenario = ''] = await readdir(join(folder, 'evals'));
          const file = join(folder, 'evals', scenario, 'task.md');
          await writeFile(file, 'my own');
          expect(await download(first, name)).toMatchObject({ code: 137 });
          counts.add('deaths of the command');
          expect(await download(second)).toMatchObject({ code: 0, stderr: '' });
          const text = await readFile(file, 'utf8');
          expect({ name, text }).toEqual({ name, text: leaves === 'old' ? 'my own' : task });
          // nothing of the killed one is left beside them
          const names = (await readdir(join(folder, 'evals'))).map((each) => each.slice(8)).sort();
          expect({ name, names }).toEqual({ name, names: ['payouts', 'refunds'] });
        }
    },
    ROUND * rounds(1, 20) * of('download').length,
  );

  /** Id of a new generation that has ended. */
  async function completed(name: string): Promise<string> {
    const id = await begin(name);
    await ended();
    return id ?? '';
  }
});
