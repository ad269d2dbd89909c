import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from '@jest/globals';
import { defineExtensionPoint, defineModule, type Contribution } from 'svc-registry/kernel';
import { builtInModules } from '../../hosts/builtin.js';
import { contributionProblems, kernelPoints } from '../../kernel/graph/contribution-check.js';
import { type ModuleManifest } from '../../kernel/index.js';
import { deriveManifest } from '../../kernel/manifest/derive-manifest.js';

const manifests: ModuleManifest[] = [];
for (const load of Object.values(builtInModules))
  manifests.push(await deriveManifest((await load()).default, []));
const points = [...kernelPoints, ...manifests.flatMap(({ points: own = [] }) => own)];
const ids = points.map(({ id }) => id).sort();

interface Example {
  readonly contribution: Contribution;
}

const examples = new Map<string, Example>();
for (const path of globSync('extension-points/*.ts', { cwd: import.meta.dirname }).sort())
  examples.set(
    basename(path, '.ts'),
    (await import(pathToFileURL(join(import.meta.dirname, path)).href)) as Example,
  );

describe('extension points', () => {
  it('have an example each', () => {
    expect(ids.length).toBeGreaterThan(0);
    expect([...examples.keys()]).toEqual(ids);
  });

  it.each([...examples])('%s takes its example', async (id, { contribution }) => {
    const module = defineModule({
      id: 'poll',
      api: '^1.0.0',
      summary: 'Ask the team a question',
      requires: manifests.map((manifest) => manifest.id),
      contributes: [contribution],
    });
    expect(contribution.point).toBe(id);
    expect(contributionProblems(await deriveManifest(module, []), manifests)).toEqual([]);
    if (contribution.load) expect(await contribution.load()).toBeDefined();
  });

  it.each(points)('$id says what is contributed', ({ shape }) => {
    expect(shape).toBeDefined();
  });

  it.each(manifests)('module $id contributes what fits', (manifest) => {
    expect(contributionProblems(manifest, manifests)).toEqual([]);
  });

  it('have shapes that the compiler compares with the type', () => {
    interface Kettle {
      readonly name: string;
      readonly litres?: number;
      readonly lid: 'on' | 'off';
    }
    const shapes = [
      defineExtensionPoint<Kettle>('tea.kettles', {
        fields: { name: 'text', 'litres?': 'integer', lid: ['on', 'off'] },
      }),
      defineExtensionPoint<Kettle>('tea.kettles', {
        // @ts-expect-error -- a field is missing
        fields: { name: 'text', 'litres?': 'integer' },
      }),
      defineExtensionPoint<Kettle>('tea.kettles', {
        // @ts-expect-error -- a field may be left out
        fields: { name: 'text', litres: 'integer', lid: ['on', 'off'] },
      }),
      defineExtensionPoint<Kettle>('tea.kettles', {
        // @ts-expect-error -- of another type
        fields: { name: 'flag', 'litres?': 'integer', lid: ['on', 'off'] },
      }),
      defineExtensionPoint<Kettle>('tea.kettles', {
        // @ts-expect-error -- another value
        fields: { name: 'text', 'litres?': 'integer', lid: ['ajar'] },
      }),
    ];
    expect(shapes).toHaveLength(5);
  });
});
