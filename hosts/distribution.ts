import { readFile } from 'node:fs/promises';
import { builtInSources, type ModuleManifest } from '../kernel/index.js';
import { builtInClients, builtInModules } from './builtin.js';
import type { Distribution } from './runtime.js';

export async function readVersion(dist: URL): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', dist), 'utf8')) as {
    version: string;
  };
  return version;
}

/** Reads the build's output: `manifests.json` in the folder, and the package's version. */
export async function readDistribution(dist: URL): Promise<Distribution> {
  const [version, text] = await Promise.all([
    readVersion(dist),
    readFile(new URL('manifests.json', dist), 'utf8'),
  ]);
  const manifests = JSON.parse(text) as ModuleManifest[];
  return { version, manifests, sources: builtInSources(manifests, builtInModules, builtInClients) };
}
