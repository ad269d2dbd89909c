import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ModuleDeclaration } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import type { ModuleManifest } from '../../kernel/manifest/manifest.js';
import persistence from '../../modules/persistence/module.js';
import { describeEachDatabase } from './databases.js';

const folder = join(import.meta.dirname, '..', 'fixtures', 'modules', 'poll');
const { default: poll } = (await import(pathToFileURL(join(folder, 'module.js')).href)) as {
  default: ModuleDeclaration;
};
const manifest = JSON.parse(
  await readFile(join(folder, 'manifest.json'), 'utf8'),
) as ModuleManifest;
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => Ajv2020;

describe('the example of the module guide', () => {
  it('has schemas that accept what its operations take and answer', async () => {
    const host = await startTestHost({ modules: [persistence, poll], facet: 'client' });
    const ajv = addFormats(new Ajv2020());
    const { input = {}, output = {} } =
      manifest.operations.find(({ id }) => id === 'poll.lint') ?? {};
    const question = { question: 'Lunch' };
    expect(ajv.validate(input, question)).toBe(true);
    expect(ajv.validate(input, { ...question, also: 1 })).toBe(false);
    const answer = await host.invoke('poll.lint', question);
    expect(answer).toEqual({ problems: ['A question ends in a question mark.'] });
    expect(ajv.validate(output, answer)).toBe(true);
    await host.stop();
  });
});

describeEachDatabase('the example of the module guide', (database) => {
  const caller = { kind: 'user', id: 'u1', label: 'ann@example.com' } as const;
  let host: TestHost;
  beforeAll(async () => {
    const { env } = await database.create();
    host = await startTestHost({ modules: [persistence, poll], env });
  });
  afterAll(() => host.stop());

  it('asks a question once at a time, and takes it from open to closed once', async () => {
    const started = (await host.invoke('poll.start', { question: 'Lunch?' }, { caller })) as {
      id: string;
    };
    await expect(
      host.invoke('poll.start', { question: 'Lunch?' }, { caller }),
    ).rejects.toMatchObject({ code: 'poll_already_asked' });
    expect(await host.invoke('poll.close', { id: started.id }, { caller })).toMatchObject({
      state: 'closed',
      startedBy: caller.label,
    });
    await expect(host.invoke('poll.close', { id: started.id }, { caller })).rejects.toMatchObject({
      code: 'wrong_state',
      status: 409,
    });
    expect(await host.invoke('poll.list', {})).toMatchObject({
      data: [{ id: started.id, state: 'closed' }],
    });
  });

  it('asks nothing for strangers', async () => {
    await expect(host.invoke('poll.start', { question: 'Tea?' })).rejects.toMatchObject({
      code: 'sign_in_required',
    });
  });
});
