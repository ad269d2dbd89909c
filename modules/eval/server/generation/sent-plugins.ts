import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { contentsKey, type ContentsReader } from '../../../registry/contract/contents.js';
import type { GenerationSource } from '../../contract/generation-view.js';
import { generationSource } from '../../contract/run-errors.js';
import { Bundle } from '../runs/bundle.entity.js';

/** Archives of plugins that wait for a generation. */
@injectable()
export class SentPlugins {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
  ) {}

  /** Throws `not_found`, also for the bundle of another workspace. */
  async find(
    givenId: string,
    workspaceId: string,
    manager: EntityManager = this.reads.manager,
  ): Promise<Bundle> {
    const where = { id: givenId.toLowerCase(), workspaceId, kind: 'plugin' as const };
    const bundle = await manager.findOneBy(Bundle, where);
    if (bundle !== null) return bundle;
    const hint = 'What was sent is deleted after a day if nothing names it: send it again.';
    throw notFound({ kind: 'bundle', id: givenId, hint });
  }

  /** With what people call the plugin. Throws `not_found`, and `generation_source` for what is no plugin. */
  async named(
    givenId: string,
    workspaceId: string,
    signal: AbortSignal,
  ): Promise<{ readonly bundle: Bundle; readonly source: GenerationSource }> {
    const bundle = await this.find(givenId, workspaceId);
    const archive = await this.blobs.read(bundle.sha256);
    const name = await this.contents.inspect(archive, signal, ({ contents, problems }) => {
      if (contents !== undefined) return Promise.resolve(contents.manifest.name);
      const [first] = problems;
      const why = first === undefined ? '' : `: ${first.message}`;
      throw generationSource({ why: `What was sent is no plugin${why}` });
    });
    return { bundle, source: { type: 'plugin', name, commit: null, pullRequest: null } };
  }
}
