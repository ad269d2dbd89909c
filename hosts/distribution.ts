import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  builtInSources,
  type ModuleManifest,
  type ModuleSource,
  type Program,
} from '../kernel/index.js';
import { builtInClients, builtInModules } from './builtin.js';
import type { Distribution } from './runtime.js';

interface Package {
  readonly version: string;
  readonly svc?: { readonly facets?: Distribution['facets'] };
}

async function readJson<T>(file: URL): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T;
}

const readPackage = (dist: URL): Promise<Package> => readJson(new URL('../package.json', dist));

export async function readVersion(dist: URL): Promise<string> {
  return (await readPackage(dist)).version;
}

/** How `svc` was started, if it is what runs. */
const svcFile = (dist: URL, program: Program): string | undefined =>
  program === 'svc' ? process.argv[1] : fileURLToPath(new URL('bin/svc.cjs', dist));

/** Reads the build's output: `manifests.json` in the folder, and the package's version. `program` is the one that runs. */
export async function readDistribution(dist: URL, program: Program = 'svc'): Promise<Distribution> {
  const [{ version, svc }, manifests] = await Promise.all([
    readPackage(dist),
    readJson<ModuleManifest[]>(new URL('manifests.json', dist)),
  ]);
  const complete = (id: string): Promise<ModuleManifest> =>
    readJson(new URL(`modules/${id}/manifest.json`, dist));
  const imports = { clients: builtInClients, complete };
  const sources = builtInSources(manifests, builtInModules, imports);
  const facets = svc?.facets ?? (['client', 'server'] as const);
  return { version, svc: svcFile(dist, program), facets, manifests, sources };
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
