import { join } from 'node:path';
import { readPlainFile } from '../../../toolbox/plain-file.js';
import { isMissing } from '../../../toolbox/file-errors.js';
import { isRecord, type Fields } from '../../../toolbox/type-guards.js';
import { pluginInvalid } from '../contract/plugin-errors.js';
import type { PluginDeclarations, PluginToolServer } from '../contract/plugin-format.js';
import { MANIFEST_PATH, TOOL_SERVERS_PATH } from '../format/limits.js';

/** The two files of a plugin that make agents start or run something. */
export async function readDeclarations(root: string): Promise<PluginDeclarations> {
  const { hooks, nativeHooks } = readManifest(root);
  return {
    toolServers: await readServers(root),
    hooks: recordOf(hooks),
    nativeHooks: recordOf(nativeHooks),
  };
}

function readManifest(root: string): Fields {
  try {
    const manifest = recordOf(
      JSON.parse(readPlainFile(join(root, MANIFEST_PATH)).replace(/^\uFEFF/, '')),
    );
    if (manifest === undefined) throw new Error('it does not hold an object');
    return manifest;
  } catch (error) {
    throw pluginInvalid(
      { what: `${join(root, MANIFEST_PATH)} cannot be read: ${(error as Error).message}.` },
      { cause: error },
    );
  }
}

async function readServers(root: string): Promise<ReadonlyMap<string, PluginToolServer>> {
  const text = textOf(join(root, TOOL_SERVERS_PATH));
  if (text === undefined) return new Map();
  const [{ readToolServers }, { Findings }] = await Promise.all([
    import('../format/tool-servers.js'),
    import('../format/findings.js'),
  ]);
  return readToolServers(Buffer.from(text), new Findings());
}

function textOf(path: string): string | undefined {
  try {
    return readPlainFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Returns only objects: any other value declares nothing. */
function recordOf(value: unknown): Fields | undefined {
  return isRecord(value) ? value : undefined;
}
