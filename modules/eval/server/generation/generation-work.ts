import { hostKey, isSvcError, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { by } from '../../../../toolbox/by.js';
import { listOf } from '../../../../toolbox/type-guards.js';
import type { Attempt, RunKind, RunWork, WriteResult } from '../../../jobs/contract/db.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { contentsKey, type ContentsReader } from '../../../registry/contract/contents.js';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import { nothingGenerated } from '../../contract/generation-errors.js';
import type { Material } from '../../generation/question.js';
import type { CommitStart } from '../../generation/read-proposal.js';
import { DEFAULT_EXCLUDE } from '../../scenario/default-exclude.js';
import { FetchedChanges } from './fetched-change.js';
import { Generation } from './generation.entity.js';
import { pluginMaterial } from './plugin-material.js';
import { ScenarioWriter, type Written } from './scenario-writer.js';

interface Prepared {
  readonly material: Material;
  readonly start: CommitStart | undefined;
}

/** Generates scenarios. All of it may be done again. */
@injectable()
class GenerationWork implements RunWork<Generation> {
  constructor(
    @inject(FetchedChanges) private readonly changes: FetchedChanges,
    @inject(ScenarioWriter) private readonly writer: ScenarioWriter,
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(pluginFormatKey) private readonly format: PluginFormat,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async perform(generation: Generation, attempt: Attempt): Promise<WriteResult> {
    const { id, workspaceId, count, source } = generation;
    await attempt.progress({ text: `Reading ${source.name}` });
    const prepared = await this.prepared(generation, attempt.signal);
    this.host.fault?.('eval.generation-prepared');
    await attempt.progress({ text: 'Writing scenarios' });
    const { signal } = attempt;
    const written = await this.writer.write({ ...prepared, workspaceId, count, signal });
    const rejected = [...written.rejected];
    if (written.scenarios.size === 0)
      throw nothingGenerated({ rejected: rejected.length }, { details: { rejected } });
    const { sha256: resultSha256, size: resultBytes } = await this.blobs.put(
      await this.packed(written),
    );
    this.host.fault?.('eval.generation-stored');
    const scenarios = [...written.scenarios.keys()];
    return async (manager) => {
      await manager.update(Generation, id, { scenarios, rejected, resultSha256, resultBytes });
      this.host.fault?.('eval.generation-written');
    };
  }

  async ended(
    { id, state, error: why }: Generation,
    manager: EntityManager,
    error?: unknown,
  ): Promise<void> {
    const failure =
      state === 'cancelled'
        ? { code: 'cancelled', message: 'The generation was cancelled.' }
        : { code: isSvcError(error) ? error.code : 'attempt_failed', message: why ?? '' };
    const details = isSvcError(error) ? listOf(error.details['rejected']) : [];
    await manager.update(Generation, id, { failure, rejected: details.map(String) });
  }

  private async prepared(
    { bundleSha256, source, contextPatterns }: Generation,
    signal: AbortSignal,
  ): Promise<Prepared> {
    if (bundleSha256 !== null) {
      const archive = await this.blobs.read(bundleSha256);
      const material = await this.contents.inspect(archive, signal, ({ files }) =>
        Promise.resolve(pluginMaterial(files)),
      );
      return { material, start: undefined };
    }
    const { base, material } = await this.changes.fetch(source, signal);
    const exclude = [...new Set([...DEFAULT_EXCLUDE, ...contextPatterns])];
    return { material, start: { repoUrl: source.name, ref: base, exclude } };
  }

  private packed({ scenarios }: Written): Promise<Uint8Array> {
    const files = [...scenarios].flatMap(([{ name }, texts]) =>
      [...texts].map(([path, text]) => ({
        path: `${name}/${path}`,
        mode: 0o644 as const,
        content: Buffer.from(text),
      })),
    );
    return this.format.pack({ files: files.sort(by(({ path }) => path)) });
  }
}

export const generationRuns: RunKind<Generation> = { entity: Generation, work: GenerationWork };
