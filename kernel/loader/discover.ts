import { once } from '../../toolbox/once.js';
import { KERNEL_API_VERSION } from '../api/module.js';
import { ModuleRecord, textOf } from '../graph/module-record.js';
import { MANIFEST_FORMAT, type ModuleManifest } from '../manifest/manifest.js';
import type { ModuleSource } from './module-source.js';

// packages have a manifest; only modules that are given as code need this
const derivation = once(() => import('../manifest/derive-manifest.js'));

function emptyManifest(id: string): ModuleManifest {
  const nothing = {
    requires: [],
    operations: [],
    machines: [],
    contributes: [],
    errors: [],
    provides: { client: [], server: [] },
  };
  return { format: MANIFEST_FORMAT, id, api: '*', summary: '', ...nothing };
}

/** Creates the records of modules. A source without a manifest is loaded here to derive it. */
export async function discover(
  sources: readonly ModuleSource[],
  facet: 'client' | 'server',
): Promise<ModuleRecord[]> {
  const found: ModuleRecord[] = [];
  // one after the other, because modules that are loaded share imports
  for (const source of sources) found.push(await recordOf(source, facet));
  return found;
}

async function recordOf(source: ModuleSource, facet: 'client' | 'server'): Promise<ModuleRecord> {
  const record = await find(source, facet);
  const { api } = record.manifest;
  // importing the library for version ranges costs milliseconds at every start, and most modules do
  // not need it
  if (record.unavailable || api === `^${KERNEL_API_VERSION}`) return record;
  const cause = (await import('../graph/api-range.js')).apiRangeProblem(api);
  if (cause !== undefined) record.fail('rejected', { code: 'unsupported_api', cause });
  return record;
}

async function find(source: ModuleSource, facet: 'client' | 'server'): Promise<ModuleRecord> {
  if (source.problem !== undefined) return new ModuleRecord(source, emptyManifest(source.id));
  if (source.manifest !== undefined) return new ModuleRecord(source, source.manifest);
  try {
    const { deriveManifest } = await derivation();
    return new ModuleRecord(source, await deriveManifest(await source.load(), [facet]));
  } catch (error) {
    const record = new ModuleRecord(source, emptyManifest(source.id));
    record.fail('failed', {
      code: 'load_failed',
      cause: `cannot be loaded: ${textOf(error)}`,
      error,
    });
    return record;
  }
}
