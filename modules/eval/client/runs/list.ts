import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EvalsCommandInput } from '../../contract/command-inputs.js';
import { listEvals } from '../../contract/run-operations.js';
import type { EvalRunListed } from '../../contract/run-view.js';
import { Chosen } from './chosen.js';

@injectable()
export class ListHandler implements Handler<EvalsCommandInput, Page<EvalRunListed>> {
  constructor(@inject(Chosen) private readonly chosen: Chosen) {}

  async run(
    { workspace: named, limit: pageSize = 20, ...filters }: EvalsCommandInput,
    context: Context,
  ): Promise<Page<EvalRunListed>> {
    const workspace = await this.chosen.workspaceOf(named, context);
    return context.invoke(listEvals, { ...filters, workspace, pageSize });
  }
}
