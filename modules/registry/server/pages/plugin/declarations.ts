import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { BoundedCache } from '../../../../../toolbox/bounded-cache.js';
import { isRecord, type Fields } from '../../../../../toolbox/type-guards.js';
import { blobStoreKey, type BlobStore } from '../../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../../persistence/contract/db.js';
import type { ShownDeclarations } from '../../../contract/plugin-page.js';
import type { PluginToolServer } from '../../../contract/plugin-format.js';
import { Findings } from '../../../format/findings.js';
import { limits, MANIFEST_PATH, TOOL_SERVERS_PATH } from '../../../format/limits.js';
import { readToolServers } from '../../../format/tool-servers.js';
import { selectPrepared } from '../../statement.js';

/** Bytes of the files whose declarations are kept, and those that each counts for at least. */
const KEPT = { size: 4 * 1024 * 1024, ms: Infinity };
const LEAST_BYTES = 1024;

const FILES_SQL = `SELECT "path", "sha256", "size", "executable" FROM "registry_files"
  WHERE "version_id" = ? AND ("path" IN (?, ?) OR "executable" = TRUE) ORDER BY "path" LIMIT 300`;

interface FileRow {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly executable: boolean | number;
}

interface Kept {
  /** `undefined` where the manifest is one of an older form. */
  readonly declared: ShownDeclarations | undefined;
}

/** Reads what versions declare. Their contents never change, so those that were read last are kept. */
@injectable()
export class VersionDeclarations {
  readonly #kept = new BoundedCache<Kept>(KEPT);

  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(hostKey) private readonly host: Pick<HostInfo, 'log'>,
  ) {}

  /** `undefined` where the manifest cannot be read, or is one of an older form. */
  async of(versionId: string): Promise<ShownDeclarations | undefined> {
    const kept = this.#kept.get(versionId);
    if (kept !== undefined) return kept.declared;
    try {
      return await this.#read(versionId);
    } catch (err) {
      this.host.log.warn({ err, version: versionId }, 'what a version declares cannot be read');
      return undefined;
    }
  }

  async #read(versionId: string): Promise<ShownDeclarations | undefined> {
    const parameters = [versionId, MANIFEST_PATH, TOOL_SERVERS_PATH];
    const files = await selectPrepared<FileRow>(this.database, FILES_SQL, parameters);
    const [manifest, servers] = [MANIFEST_PATH, TOOL_SERVERS_PATH].map((path) =>
      files.find((file) => file.path === path && file.size <= limits.manifestBytes),
    );
    const fields = manifest === undefined ? undefined : await this.#manifest(manifest);
    const scripts = files.filter(({ executable }) => executable).map(({ path }) => path);
    const declared =
      fields && declarationsOf(fields, { scripts, toolServers: await this.#servers(servers) });
    const size = (manifest?.size ?? 0) + (servers?.size ?? 0);
    this.#kept.set(versionId, { declared }, Math.max(size, LEAST_BYTES));
    return declared;
  }

  async #manifest({ sha256 }: FileRow): Promise<Fields | undefined> {
    const text = new TextDecoder().decode(await this.blobs.read(sha256));
    const fields: unknown = JSON.parse(text);
    return isRecord(fields) ? fields : undefined;
  }

  async #servers(file: FileRow | undefined): Promise<ReadonlyMap<string, PluginToolServer>> {
    return file === undefined
      ? new Map<string, PluginToolServer>()
      : readToolServers(await this.blobs.read(file.sha256), new Findings());
  }
}

function declarationsOf(
  fields: Fields,
  found: Pick<ShownDeclarations, 'scripts' | 'toolServers'>,
): ShownDeclarations {
  const { hooks, nativeHooks, agents, license, homepage, repository } = fields;
  return {
    ...found,
    hooks: isRecord(hooks) ? hooks : undefined,
    nativeHooks: isRecord(nativeHooks) ? nativeHooks : undefined,
    subagents: Array.isArray(agents) ? agents.length > 0 : typeof agents === 'string',
    license: textOf(license),
    homepage: textOf(homepage),
    repository: textOf(isRecord(repository) ? repository['url'] : repository),
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
