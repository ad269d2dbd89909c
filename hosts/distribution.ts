import { readFile } from 'node:fs/promises';
import type { ModuleManifest } from '../kernel/index.js';
import type { Distribution } from './runtime.js';

/** Reads what the build wrote: `manifests.json` in the folder, and the package's version beside it. */
export async function readDistribution(dist: URL): Promise<Distribution> {
  const [manifests, pack] = await Promise.all([
    readFile(new URL('manifests.json', dist), 'utf8'),
    readFile(new URL('../package.json', dist), 'utf8'),
  ]);
  const { version } = JSON.parse(pack) as { version: string };
  return { version, manifests: JSON.parse(manifests) as ModuleManifest[] };
}
