import { readFile } from 'node:fs/promises';
import type { ModuleManifest } from '../kernel/index.js';
import type { Distribution } from './runtime.js';

export async function readVersion(dist: URL): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', dist), 'utf8')) as {
    version: string;
  };
  return version;
}

/** Reads what the build wrote: `manifests.json` in the folder, and the package's version beside it. */
export async function readDistribution(dist: URL): Promise<Distribution> {
  const [version, manifests] = await Promise.all([
    readVersion(dist),
    readFile(new URL('manifests.json', dist), 'utf8'),
  ]);
  return { version, manifests: JSON.parse(manifests) as ModuleManifest[] };
}
