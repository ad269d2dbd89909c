import type { Context, FileResult, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { IsNull } from 'typeorm';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import { patchMissing } from '../../contract/launch-errors.js';
import type { LaunchLook, LaunchRef, ListLaunchesInput } from '../../contract/launch-inputs.js';
import type { LaunchRunListed, LaunchRunView } from '../../contract/launch-run-view.js';
import { launchTarget } from './launch-locator.js';
import { LaunchRun } from './launch-run.entity.js';
import { LaunchViews, listedOf } from './launch-views.js';

const DEFAULT_PAGE = 20;

@injectable()
export class ShowLaunchHandler implements Handler<LaunchLook, LaunchRunView> {
  constructor(@inject(LaunchViews) private readonly views: LaunchViews) {}

  run({ wait }: LaunchLook, context: Context): Promise<LaunchRunView> {
    return this.views.current(launchTarget(context), context.signal, wait);
  }
}

@injectable()
export class ListLaunchesHandler implements Handler<ListLaunchesInput, Page<LaunchRunListed>> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async run(
    { pageSize = DEFAULT_PAGE, status: state, withoutTurns, ...cursors }: ListLaunchesInput,
    { target }: Context,
  ): Promise<Page<LaunchRunListed>> {
    const page = keyPage({ ...cursors, pageSize });
    const query = this.reads.manager.createQueryBuilder(LaunchRun, 'r');
    query.where({
      workspaceId: target?.workspaceId,
      ...(state && { state }),
      ...(withoutTurns === true && { turns: IsNull() }),
    });
    const order = { column: ['r.createdAt', 'r.id'], descending: true };
    const rows = await onPage(query, page, order).getMany();
    const keyOf = ({ createdAt, id }: LaunchRun) => [createdAt.toISOString(), id];
    const { data, ...links } = pageOf(page, rows, keyOf);
    return { ...links, data: data.map(listedOf) };
  }
}

@injectable()
export class CancelLaunchHandler implements Handler<LaunchRef, LaunchRunView> {
  constructor(
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(LaunchViews) private readonly views: LaunchViews,
  ) {}

  /** A launch that is going on stops soon after. */
  async run(_input: LaunchRef, context: Context): Promise<LaunchRunView> {
    const { id } = launchTarget(context);
    await this.jobs.cancel(LaunchRun, id);
    return this.views.byId(id);
  }
}

@injectable()
export class PatchHandler implements Handler<LaunchRef, FileResult> {
  constructor(@inject(blobStoreKey) private readonly blobs: BlobStore) {}

  async run(_input: LaunchRef, context: Context): Promise<FileResult> {
    const { id, patchSha256, patchBytes, result } = launchTarget(context);
    if (patchSha256 === null || patchBytes === null)
      throw patchMissing({ id, why: whyNone(result !== null) });
    return {
      body: await this.blobs.open(patchSha256, patchBytes),
      contentType: 'text/x-patch; charset=utf-8',
      size: patchBytes,
      etag: patchSha256,
      filename: `${id}.patch`,
      shared: false,
    };
  }
}

const whyNone = (ended: boolean): string =>
  ended ? 'its changes could not be kept; its log says why' : 'its agent has not ended yet';
