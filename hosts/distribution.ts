import { readFile } from 'node:fs/promises';
import { builtInSources, type ModuleManifest, type ModuleSource } from '../kernel/index.js';
import { builtInClients, builtInModules } from './builtin.js';
import type { Distribution } from './runtime.js';

export async function readVersion(dist: URL): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', dist), 'utf8')) as {
    version: string;
  };
  return version;
}

async function readJson<T>(file: URL): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T;
}

/** Reads the build's output: `manifests.json` in the folder, and the package's version. */
export async function readDistribution(dist: URL): Promise<Distribution> {
  const [version, manifests] = await Promise.all([
    readVersion(dist),
    readJson<ModuleManifest[]>(new URL('manifests.json', dist)),
  ]);
  const complete = (id: string): Promise<ModuleManifest> =>
    readJson(new URL(`modules/${id}/manifest.json`, dist));
  const imports = { clients: builtInClients, complete };
  return { version, manifests, sources: builtInSources(manifests, builtInModules, imports) };
}

/** The sources with whole manifests, for a server: it needs the schemas of all operations. */
export function completeSources(sources: readonly ModuleSource[]): Promise<ModuleSource[]> {
  return Promise.all(
    sources.map(async (source) => {
      const manifest = await source.complete?.();
      return { ...source, ...(manifest && { manifest }) };
    }),
  );
}
