import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from '@jest/globals';
import { defineExtensionPoint } from 'svc-registry/kernel';
import { builtInModules } from '../../hosts/builtin.js';
import { contributionProblems, kernelPoints } from '../../kernel/graph/contribution-check.js';
import { deriveManifest, type ModuleManifest } from '../../kernel/index.js';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const manifests: ModuleManifest[] = [];
for (const load of Object.values(builtInModules))
  manifests.push(await deriveManifest((await load()).default, []));
const points = [...kernelPoints, ...manifests.flatMap(({ points: own = [] }) => own)];
const ids = points.map(({ id }) => id).sort();

describe('extension points', () => {
  it('are declared by their modules, and named in the architecture', () => {
    const sources = globSync(['kernel/**/*.ts', 'modules/**/*.ts'], {
      cwd: root,
      ignore: ['**/*.test.ts', 'kernel/testing/**'],
    });
    const defined = sources.flatMap((path) =>
      [...read(path).matchAll(/= define(?:Extension|Class)Point<[\s\S]*?>\(\s*'([^']+)'/g)].map(
        (match) => match[1],
      ),
    );
    const named = [...read('ARCHITECTURE.md').matchAll(/^\| `([a-z]+\.[A-Za-z]+)`/gm)].map(
      (match) => match[1],
    );
    expect(ids.length).toBeGreaterThan(0);
    expect(defined.sort()).toEqual(ids);
    expect(named.sort()).toEqual(ids);
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
