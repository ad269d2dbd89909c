/** A run of another type is answered like one that is absent. */
import {
  notFound,
  type Context,
  type FileResult,
  type Handler,
  type Page,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { reviewNotCompleted } from '../../contract/errors.js';
import type { ListFixesInput, ReviewLook, ReviewRef } from '../../contract/inputs.js';
import type { ReviewRunListed, ReviewRunView } from '../../contract/review-run-view.js';
import { CancelRunHandler, RetryRunHandler, ShowRunHandler } from '../runs/handlers.js';
import type { ReviewRun } from '../runs/review-run.entity.js';
import { RunList } from '../runs/run-list.js';
import { runTarget } from '../runs/run-locator.js';

/** Throws `not_found`, in the words of a run that is absent. */
function fixTarget({ id }: ReviewRef, context: Context): ReviewRun {
  const run = runTarget(context);
  if (run.type !== 'fix') throw notFound({ kind: 'review', id });
  return run;
}

@injectable()
export class ShowFixHandler implements Handler<ReviewLook, ReviewRunView> {
  constructor(@inject(ShowRunHandler) private readonly runs: ShowRunHandler) {}

  async run(input: ReviewLook, context: Context): Promise<ReviewRunView> {
    fixTarget(input, context);
    return this.runs.run(input, context);
  }
}

@injectable()
export class ListFixesHandler implements Handler<ListFixesInput, Page<ReviewRunListed>> {
  constructor(@inject(RunList) private readonly list: RunList) {}

  run(input: ListFixesInput, context: Context): Promise<Page<ReviewRunListed>> {
    return this.list.page(input, context, 'fix');
  }
}

@injectable()
export class RetryFixHandler implements Handler<ReviewRef, ReviewRunView> {
  constructor(@inject(RetryRunHandler) private readonly runs: RetryRunHandler) {}

  async run(input: ReviewRef, context: Context): Promise<ReviewRunView> {
    fixTarget(input, context);
    return this.runs.run(input, context);
  }
}

@injectable()
export class CancelFixHandler implements Handler<ReviewRef, ReviewRunView> {
  constructor(@inject(CancelRunHandler) private readonly runs: CancelRunHandler) {}

  async run(input: ReviewRef, context: Context): Promise<ReviewRunView> {
    fixTarget(input, context);
    return this.runs.run(input, context);
  }
}

@injectable()
export class DownloadFixHandler implements Handler<ReviewRef, FileResult> {
  constructor(@inject(blobStoreKey) private readonly blobs: BlobStore) {}

  async run(input: ReviewRef, context: Context): Promise<FileResult> {
    const { id, state, improvedSha256 } = fixTarget(input, context);
    if (improvedSha256 === null) throw reviewNotCompleted({ id, status: state });
    return {
      body: await this.blobs.open(improvedSha256),
      contentType: 'application/gzip',
      etag: improvedSha256,
      filename: `fix-${id}.tgz`,
      shared: false,
    };
  }
}
