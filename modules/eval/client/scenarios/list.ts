import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { GenerationsCommandInput } from '../../contract/command-inputs.js';
import { listGenerations } from '../../contract/generation-operations.js';
import type { GenerationListed } from '../../contract/generation-view.js';
import { Chosen } from '../runs/chosen.js';

@injectable()
export class ListGenerationsHandler implements Handler<
  GenerationsCommandInput,
  Page<GenerationListed>
> {
  constructor(@inject(Chosen) private readonly chosen: Chosen) {}

  async run(
    { workspace: named, limit: pageSize = 20, ...filters }: GenerationsCommandInput,
    context: Context,
  ): Promise<Page<GenerationListed>> {
    const workspace = await this.chosen.workspaceOf(named, context);
    return context.invoke(listGenerations, { ...filters, workspace, pageSize });
  }
}
