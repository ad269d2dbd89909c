import type { Context, FileResult, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { noFindings, reviewNotCompleted } from '../../contract/errors.js';
import type { ReviewRef } from '../../contract/inputs.js';
import { runTarget } from './run-locator.js';
import { RunViews } from './run-views.js';
import { sarifOf } from './sarif.js';

@injectable()
export class SarifHandler implements Handler<ReviewRef, FileResult> {
  constructor(@inject(RunViews) private readonly views: RunViews) {}

  async run({ id }: ReviewRef, context: Context): Promise<FileResult> {
    const view = await this.views.of(runTarget(context), context);
    if (view.type !== 'security') throw noFindings({ id, type: view.type });
    if (view.security === null) throw reviewNotCompleted({ id, status: view.status });
    const bytes = Buffer.from(JSON.stringify(sarifOf(view.engine, view.security)));
    return {
      body: chunksOf(bytes),
      contentType: 'application/sarif+json',
      size: bytes.length,
      filename: `review-${view.reviewRunId}.sarif`,
      shared: false,
    };
  }
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
