import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { ViewGenerationInput } from '../../contract/command-inputs.js';
import { showGeneration } from '../../contract/generation-operations.js';
import type { GenerationView } from '../../contract/generation-view.js';
import { followGeneration } from '../follow.js';
import { Chosen } from '../runs/chosen.js';

@injectable()
export class ViewGenerationHandler implements Handler<ViewGenerationInput, GenerationView> {
  constructor(@inject(Chosen) private readonly chosen: Chosen) {}

  async run(
    { wait = false, ...choice }: ViewGenerationInput,
    context: Context,
  ): Promise<GenerationView> {
    const id = await this.chosen.generationOf(choice, context);
    return wait ? followGeneration(id, context) : context.invoke(showGeneration, { id });
  }
}
