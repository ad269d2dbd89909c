import {
  notFound,
  serverUnreachable,
  type Connection,
  type Context,
  type Page,
} from 'svc-registry/kernel';
import type { VersionView } from '../../../registry/contract/index.js';
import type * as operations from '../../../registry/contract/operations.js';
import { pluginArchived } from '../../contract/errors.js';
import type { Received } from './fetch-progress.js';
import type { RetryPolicy } from './retry-policy.js';

const MAX_ARCHIVE = 32 * 1024 * 1024;
/** Pages of a version list; each holds at least twenty versions. */
const MOST_PAGES = 1_000;

/** The fields of a version that installing needs. */
export type RemoteVersion = Pick<
  VersionView,
  'version' | 'fingerprint' | 'commit' | 'archivedAt' | 'archivedReason' | 'moderationPassed'
>;

/** The registry calls that installing needs. */
export interface RegistryClient {
  /** The highest version that may be newly installed. Throws `not_found` when there is none, `plugin_archived` for an archived plugin. */
  latest(name: string): Promise<RemoteVersion>;
  version(name: string, version: string): Promise<RemoteVersion>;
  /**
   * All published versions, highest first, including archived and withheld ones. With `commit` only those published from the commit
   * whose hash begins so.
   */
  versions(name: string, commit?: string): Promise<readonly RemoteVersion[]>;
  download(name: string, version: string, received?: Received): Promise<Uint8Array>;
}

/** The registry of the user's configuration, called as the user. */
export class HttpRegistryClient implements RegistryClient {
  constructor(
    private readonly context: Pick<Context, 'invoke' | 'signal'>,
    private readonly connection: () => Promise<Connection>,
    /** Without it, calls that a busy registry refuses are not repeated. */
    private readonly retryPolicy?: RetryPolicy,
  ) {}

  async latest(name: string): Promise<RemoteVersion> {
    const tile = await this.guided(name, ({ viewTile }, invoke, options) =>
      invoke(viewTile, refOf(name), options),
    );
    if (tile.archivedAt !== null) throw pluginArchived({ name, reason: tile.archivedReason });
    if (tile.latest !== null) return tile.latest;
    throw notFound({
      kind: 'installable version of',
      id: name,
      hint: 'All its versions are archived or withheld by moderation.',
    });
  }

  version(name: string, version: string): Promise<RemoteVersion> {
    return this.guided(`${name}@${version}`, ({ viewVersion }, invoke, options) =>
      invoke(viewVersion, { ...refOf(name), version }, options),
    );
  }

  async versions(name: string, commit?: string): Promise<readonly RemoteVersion[]> {
    const all: RemoteVersion[] = [];
    let after: string | null | undefined;
    for (let pages = 0; after !== null; pages += 1) {
      if (pages === MOST_PAGES)
        throw serverUnreachable({
          url: (await this.connection()).origin,
          why: `its list of the versions of ${name} has no end`,
        });
      const input = {
        ...refOf(name),
        ...(commit !== undefined && { commit }),
        includeArchived: true,
        ...(typeof after === 'string' && { after }),
      };
      const page: Page<RemoteVersion> = await this.guided(
        name,
        ({ listVersions }, invoke, options) => invoke(listVersions, input, options),
      );
      all.push(...page.data);
      after = page.next;
    }
    return all;
  }

  async download(name: string, version: string, received?: Received): Promise<Uint8Array> {
    const file = await this.guided(`${name}@${version}`, ({ downloadArchive }, invoke, options) =>
      invoke(downloadArchive, { ...refOf(name), version }, options),
    );
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of file.body) {
      size += chunk.length;
      // stops early to limit memory; the archive reader reports the size
      chunks.push(chunk);
      received?.(size, file.size);
      if (size > MAX_ARCHIVE) break;
    }
    return Buffer.concat(chunks);
  }

  private async guided<T>(
    name: string,
    call: (
      registry: typeof operations,
      invoke: Context['invoke'],
      options: Pick<Context, 'signal'>,
    ) => Promise<T>,
  ): Promise<T> {
    const { invoke, signal } = this.context;
    // an install from a folder calls no operation (test/e2e/start-up.test.ts)
    const registry = await import('../../../registry/contract/operations.js');
    const once = (): Promise<T> => call(registry, invoke, { signal });
    const { retryPolicy } = this;
    return inCommandWords(
      name,
      this.connection,
      retryPolicy === undefined ? once : () => retryPolicy.run(once),
    );
  }
}

/** Rephrases `not_found` for the command line: a caller who is not signed in may only need to sign in. */
export async function inCommandWords<T>(
  name: string,
  connection: () => Promise<Connection>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!notFound.is(error)) throw error;
    const { token, origin } = await connection();
    const [plugin = '', version] = name.split('@');
    const check =
      version === undefined
        ? `Check the name: \`svc search\` finds what you can see on ${origin}.`
        : `\`svc info ${plugin}\` lists the versions that you can see on ${origin}.`;
    const hint =
      token === undefined
        ? `It may be private: sign in with \`svc login\` (server ${origin}).`
        : check;
    throw notFound(
      { kind: version === undefined ? 'plugin' : 'version', id: name, hint },
      { cause: error },
    );
  }
}

export function refOf(name: string): { workspace: string; tile: string } {
  const [workspace = '', tile = ''] = name.split('/');
  return { workspace, tile };
}
