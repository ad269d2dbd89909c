import type { Context, FileResult, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type {
  GenerationLook,
  GenerationRef,
  ListGenerationsInput,
} from '../../contract/generation-inputs.js';
import type { GenerationListed, GenerationView } from '../../contract/generation-view.js';
import { generationNotCompleted } from '../../contract/run-errors.js';
import { generationTarget } from './generation-locator.js';
import { Generation } from './generation.entity.js';
import { GenerationViews, statesOf, statusOf } from './generation-views.js';

const DEFAULT_PAGE = 20;

@injectable()
export class ShowGenerationHandler implements Handler<GenerationLook, GenerationView> {
  constructor(@inject(GenerationViews) private readonly views: GenerationViews) {}

  run({ wait }: GenerationLook, context: Context): Promise<GenerationView> {
    return this.views.current(generationTarget(context), context.signal, wait);
  }
}

@injectable()
export class ListGenerationsHandler implements Handler<
  ListGenerationsInput,
  Page<GenerationListed>
> {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(GenerationViews) private readonly views: GenerationViews,
  ) {}

  async run(
    { mine, status, pageSize = DEFAULT_PAGE, ...cursors }: ListGenerationsInput,
    { target, caller }: Context,
  ): Promise<Page<GenerationListed>> {
    const page = keyPage({ ...cursors, pageSize });
    const query = this.reads.manager.createQueryBuilder(Generation, 'g');
    query.where({ workspaceId: target?.workspaceId });
    if (mine === true) query.andWhere('g.createdBy = :callerId', { callerId: caller.id });
    if (status !== undefined)
      query.andWhere('g.state IN (:...states)', { states: statesOf(status) });
    const order = { column: ['g.createdAt', 'g.id'], descending: true };
    const rows = await onPage(query, page, order).getMany();
    const keyOf = ({ createdAt, id }: Generation) => [createdAt.toISOString(), id];
    const { data, ...links } = pageOf(page, rows, keyOf);
    return { ...links, data: await this.views.listed(data) };
  }
}

@injectable()
export class DownloadScenariosHandler implements Handler<GenerationRef, FileResult> {
  constructor(@inject(blobStoreKey) private readonly blobs: BlobStore) {}

  async run(_input: GenerationRef, context: Context): Promise<FileResult> {
    const generation = generationTarget(context);
    const { id, resultSha256, resultBytes } = generation;
    if (resultSha256 === null || resultBytes === null)
      throw generationNotCompleted({ id, status: statusOf(generation) });
    return {
      body: await this.blobs.open(resultSha256, resultBytes),
      contentType: 'application/gzip',
      size: resultBytes,
      etag: resultSha256,
      filename: `scenarios-${id}.tar.gz`,
      shared: false,
    };
  }
}

@injectable()
export class CancelGenerationHandler implements Handler<GenerationRef, GenerationView> {
  constructor(
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(GenerationViews) private readonly views: GenerationViews,
  ) {}

  /** One that is going on stops soon after. */
  async run(_input: GenerationRef, context: Context): Promise<GenerationView> {
    const { id } = generationTarget(context);
    await this.jobs.cancel(Generation, id);
    return this.views.byId(id);
  }
}
