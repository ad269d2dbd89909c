import { describe, expect, it } from '@jest/globals';
import { defineModule, defineOperation, handle, hostKey } from 'svc-registry/kernel';
import { builtInSources, createKernel, type ModuleManifest } from './index.js';
import { deriveManifest } from './manifest/derive-manifest.js';
import { startTestHost } from './testing/index.js';

class Empty {}

const [first, second] = ['first', 'second'].map((name) =>
  defineOperation({
    id: `notes.${name}`,
    summary: name,
    effect: 'read',
    runsAt: 'client',
    access: 'local',
    input: () => Promise.resolve(Empty),
    output: () => Promise.resolve(Empty),
  }),
);
const notes = defineModule({
  id: 'notes',
  api: '^1.0.0',
  summary: 'Notes',
  operations: [first!, second!].map((operation) => handle(operation, {})),
});
const withInput = (manifest: ModuleManifest): ModuleManifest => ({
  ...manifest,
  operations: manifest.operations.map((one) => ({ ...one, input: { title: one.id } })),
});

describe('an operation with its schemas', () => {
  it('comes from the whole manifest, which is read once, when it is asked for', async () => {
    const manifest = await deriveManifest(notes, ['client']);
    const { get, stop } = await startTestHost({ modules: [], facet: 'client' });
    const read: string[] = [];
    const complete = (id: string): Promise<ModuleManifest> => {
      read.push(id);
      return Promise.resolve(withInput(manifest));
    };
    const imports = { notes: () => Promise.resolve({ default: notes }) };
    const kernel = await createKernel({
      facet: 'client',
      sources: builtInSources([manifest], imports, { complete }),
      host: await get(hostKey),
    });
    const operations = kernel.manifests().flatMap((one) => one.operations);
    expect([operations[0]?.input, read]).toEqual([undefined, []]);
    const described = await Promise.all(operations.map((one) => kernel.described(one)));
    expect(described.map(({ input }) => input)).toEqual([
      { title: 'notes.first' },
      { title: 'notes.second' },
    ]);
    expect(read).toEqual(['notes']);
    await stop();
  });

  it('is the operation itself where its module has one manifest only', async () => {
    const { kernel, stop } = await startTestHost({ modules: [notes], facet: 'client' });
    const [operation] = kernel.manifests()[0]!.operations;
    expect(await kernel.described(operation!)).toBe(operation);
    await stop();
  });
});
