import type { Context, FileResult, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import { downloadPatch } from '../../contract/launch-operations.js';
import type { PatchCommandInput } from '../../contract/run-command-inputs.js';

@injectable()
export class PatchCommandHandler implements Handler<PatchCommandInput, FileResult> {
  run({ id }: PatchCommandInput, { invoke }: Context): Promise<FileResult> {
    return invoke(downloadPatch, { id });
  }
}
