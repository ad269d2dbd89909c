/** Scenarios that a model writes, by the built programs: from the plugin to its folder evals/. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DownloadedScenarios } from '../../modules/eval/contract/command-results.js';
import { idempotent, ledger, noCards, partial, task } from '../../modules/eval/testing/base.js';
import { describeOnSqlite } from '../contract/databases.js';
import { answering, dialects, ModelEndpoint } from '../contract/models/model-endpoint.js';
import { openRegistryServer, writePlugin, type RegistryServer } from './registry-server.js';

const dialect = dialects[0]!;

const proposal = (name: string) => ({
  name,
  description: 'Money back, as the ledger wants it',
  context: 'Refunds by the rules of the ledger',
  task,
  criteria: [idempotent, ledger, partial, noCards],
});

interface Outcome {
  readonly generations: readonly { readonly generationId: string; readonly status: string }[];
  readonly failed: readonly string[];
}

describeOnSqlite('generated scenarios', (database) => {
  let registry: RegistryServer;
  let model: ModelEndpoint;
  let plugin: string;

  beforeAll(async () => {
    model = await ModelEndpoint.start();
    const env = {
      SVC_MODEL: dialect.model,
      SVC_MODEL_BASE_URL: dialect.baseUrl(model.origin),
      SVC_MODEL_API_KEY: 'sk-0123456789abcdef',
    };
    registry = await openRegistryServer(database, { env });
    plugin = await writePlugin(join(registry.program.cwd, 'shop'), { name: 'acme/shop' });
  });
  afterAll(async () => {
    await registry.close();
    await model.close();
  });

  const proposes = (...scenarios: readonly object[]): void => {
    model.answer = answering(200, dialect.value({ scenarios }));
  };
  const generate = (...more: readonly string[]) =>
    registry.program.run(['scenario', 'generate', plugin, ...more]);

  it('are brought into the plugin, where they pass the checks', async () => {
    proposes(proposal('Refunds'), proposal('Refunds of last year'));
    const { code, stdout, stderr } = await generate('--count', '2', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { generations, failed } = JSON.parse(stdout) as Outcome;
    expect({ generations, failed }).toMatchObject({
      generations: [{ status: 'completed', scenariosCount: 2 }],
      failed: [],
    });
    const generationId = generations[0]?.generationId ?? '';
    const { scenarios } = await registry.json<DownloadedScenarios>(
      ['scenarios', 'download', generationId],
      join(plugin, 'skills'),
    );
    const names = [/^[0-9a-f]{7}-refunds$/, /^[0-9a-f]{7}-refunds-of-last-year$/];
    expect([...scenarios].sort((a, b) => a.slice(8).localeCompare(b.slice(8)))).toEqual(
      names.map((name) => expect.stringMatching(name) as unknown),
    );
    expect((await readdir(join(plugin, 'evals'))).sort()).toEqual([...scenarios].sort());
    expect(await readFile(join(plugin, 'evals', scenarios[0] ?? '', 'task.md'), 'utf8')).toBe(task);
    expect(await registry.svc(['eval', 'lint'], plugin)).toContain('no errors');
    expect(await registry.svc(['scenario', 'view', generationId])).toContain('completed');
    expect(await registry.svc(['scenario', 'list', '-w', 'acme'])).toContain(generationId);
  });

  it('that are none end the command with a code of its own', async () => {
    proposes();
    const { code, stdout } = await generate('--json');
    const { generations, failed } = JSON.parse(stdout) as Outcome;
    expect({ code, generations }).toMatchObject({ code: 8, generations: [{ status: 'failed' }] });
    const [id = ''] = failed;
    expect(await registry.program.run(['scenario', 'view', id])).toMatchObject({ code: 8 });
    const download = await registry.program.run(['scenario', 'download', id]);
    expect(download).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('no scenarios') as unknown,
    });
  });
});
