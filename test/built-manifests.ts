import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ModuleManifest } from '../kernel/index.js';

const read = (file: string): unknown => JSON.parse(readFileSync(resolve('dist', file), 'utf8'));

/** The manifests of the built-in modules with the schemas of their operations, as the build wrote them. */
export function builtManifests(): readonly ModuleManifest[] {
  return (read('manifests.json') as readonly ModuleManifest[]).map(
    ({ id }) => read(`modules/${id}/manifest.json`) as ModuleManifest,
  );
}
