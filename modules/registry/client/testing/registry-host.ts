import {
  authorizerKey,
  connectionKey,
  contribute,
  defineFacet,
  defineModule,
  handle,
  locatorsPoint,
  provideFactory,
  type Ask,
  type Authorizer,
  type Context,
  type Handler,
  type Locator,
  type ModuleDeclaration,
} from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import semver from 'semver';
import { afterPublishPoint } from '../../contract/after-publish.js';
import { versionExists } from '../../contract/errors.js';
import { previewPublish, publishTile } from '../../contract/operations.js';
import type { PublishPreview, PublishResult } from '../../contract/publish-result.js';
import type { Bump, PreviewPublishInput, PublishTileInput } from '../../contract/tile-inputs.js';
import { openArchive } from '../../format/archive/index.js';
import { pluginCommands } from '../../plugin-commands.js';

/** Versions by plugin, with their fingerprints: a minimal registry that behaves like the real one for publishing. */
export type Shelf = Map<string, Map<string, string>>;

export interface RegistryHostOptions {
  readonly cwd: string;
  readonly shelf: Shelf;
  readonly ask?: Ask;
  /** Collects the requests to the registry. */
  readonly sent?: PublishTileInput[];
  /** What another module does after publishing. */
  readonly more?: readonly ModuleDeclaration[];
}

/** A client that publishes to a registry in memory. */
export async function startRegistryHost({
  cwd,
  shelf,
  ask,
  sent,
  more = [],
}: RegistryHostOptions): Promise<TestHost> {
  const authorizer: Authorizer = {
    authenticate: () => Promise.resolve({ kind: 'user', id: 'ann', label: 'ann' }),
    decide: () => Promise.resolve('allow'),
  };
  class AnyWorkspace implements Locator {
    locate(id: string) {
      return Promise.resolve({
        kind: 'workspace',
        name: id,
        workspaceId: id,
        visibility: 'members' as const,
        value: id,
      });
    }
  }
  class ShelfPublisher implements Handler<PublishTileInput, PublishResult> {
    async run(input: PublishTileInput, { upload }: Context): Promise<PublishResult> {
      sent?.push(input);
      const chunks: Uint8Array[] = [];
      for await (const chunk of upload ?? []) chunks.push(chunk);
      const archive = Buffer.concat(chunks);
      const { contents, fingerprint } = await openArchive(archive);
      return {
        ...shelve(shelf, { ...contents.manifest, bump: input.bump }, fingerprint),
        private: contents.manifest.private,
        archiveSize: archive.length,
        fileCount: contents.files.length,
      };
    }
  }
  class ShelfPreviewer implements Handler<PreviewPublishInput, PublishPreview> {
    run({
      workspace,
      tile,
      version,
      fingerprint,
      bump,
    }: PreviewPublishInput): Promise<PublishPreview> {
      const versions = shelf.get(`${workspace}/${tile}`) ?? new Map<string, string>();
      const taken = versions.get(version);
      const unchanged = taken === fingerprint;
      return Promise.resolve({
        version: taken === undefined || unchanged ? version : next(versions, version, bump),
        unchanged,
        private: null,
      });
    }
  }
  const signedIn = {
    current: () => Promise.resolve({ origin: 'http://127.0.0.1', token: 'of-ann' }),
  };
  const account = defineModule({
    id: 'account',
    api: '^1.0.0',
    summary: 'A person who is signed in',
    client: () =>
      Promise.resolve({
        default: defineFacet({ provides: [provideFactory(connectionKey, () => signedIn)] }),
      }),
  });
  return startTestHost({
    facet: 'both',
    cwd,
    ...(ask === undefined ? {} : { ask }),
    modules: [
      account,
      defineModule({
        id: 'registry',
        api: '^1.0.0',
        summary: 'Commands under test',
        points: [afterPublishPoint],
        operations: [
          ...pluginCommands,
          handle(publishTile, { run: () => Promise.resolve(ShelfPublisher) }),
          handle(previewPublish, { run: () => Promise.resolve(ShelfPreviewer) }),
        ],
        contributes: [
          contribute(locatorsPoint, 'workspace', { kind: 'workspace' }, () =>
            Promise.resolve(AnyWorkspace),
          ),
        ],
        client: () => import('../index.js'),
        server: () =>
          Promise.resolve({
            default: defineFacet({ provides: [provideFactory(authorizerKey, () => authorizer)] }),
          }),
      }),
      ...more,
    ],
  });
}

function next(
  versions: ReadonlyMap<string, string>,
  version: string,
  bump: Bump = 'patch',
): string {
  return semver.inc(semver.rsort([...versions.keys()])[0] ?? version, bump) ?? version;
}

interface Shelved {
  readonly name: string;
  readonly version: string;
  readonly bump: Bump | undefined;
}

function shelve(shelf: Shelf, { name, version, bump }: Shelved, fingerprint: string) {
  const versions = shelf.get(name) ?? new Map<string, string>();
  shelf.set(name, versions);
  const taken = versions.get(version);
  if (taken !== undefined && taken !== fingerprint) {
    const nextVersion = next(versions, version, bump);
    throw versionExists({ name, version, nextVersion }, { details: { nextVersion } });
  }
  versions.set(version, fingerprint);
  const known = {
    id: 'v',
    tileId: 't',
    latestVersion: version,
    moderationStatus: 'skipped' as const,
    warnings: [],
  };
  return { ...known, name, version, fingerprint, unchanged: taken === fingerprint };
}
