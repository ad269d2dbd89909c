import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { describe, expect, it } from '@jest/globals';
import type { ModuleDeclaration } from 'svc-registry/kernel';
import { startTestHost } from 'svc-registry/testing';
import { deriveManifest } from '../../kernel/manifest/derive-manifest.js';
import type { ModuleManifest } from '../../kernel/manifest/manifest.js';

const folder = join(import.meta.dirname, '..', 'fixtures', 'modules', 'good');
const { default: poll } = (await import(pathToFileURL(join(folder, 'module.js')).href)) as { default: ModuleDeclaration };
const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as ModuleManifest;
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => Ajv2020;

describe('the example of the module guide', () => {
  it('has a manifest that says what its declaration says', async () => {
    const withoutSchemas = {
      ...manifest,
      operations: manifest.operations.map((operation) => ({ ...operation, input: undefined, output: undefined })),
    };
    expect(withoutSchemas).toEqual(await deriveManifest(poll, ['client', 'server']));
  });

  it('has schemas that accept what its operations take and answer', async () => {
    const host = await startTestHost({ modules: [poll], facet: 'client' });
    const ajv = addFormats(new Ajv2020());
    const { input = {}, output = {} } = manifest.operations.find(({ id }) => id === 'poll.lint') ?? {};
    const question = { question: 'Lunch' };
    expect(ajv.validate(input, question)).toBe(true);
    expect(ajv.validate(input, { ...question, also: 1 })).toBe(false);
    const answer = await host.invoke('poll.lint', question);
    expect(answer).toEqual({ problems: ['A question ends in a question mark.'] });
    expect(ajv.validate(output, answer)).toBe(true);
    await host.stop();
  });

  it('takes its machine from open to closed once', async () => {
    const host = await startTestHost({ modules: [poll] });
    const caller = { kind: 'user', id: 'u1', label: 'ann@example.com' } as const;
    const started = (await host.invoke('poll.start', { question: 'Lunch?' }, { caller })) as { id: string };
    expect(await host.invoke('poll.close', { id: started.id }, { caller })).toMatchObject({ state: 'closed', startedBy: caller.label });
    await expect(host.invoke('poll.close', { id: started.id }, { caller })).rejects.toMatchObject({ code: 'poll_closed', status: 409 });
    await expect(host.invoke('poll.start', { question: 'Tea?' })).rejects.toMatchObject({ code: 'sign_in_required' });
    await host.stop();
  });
});
