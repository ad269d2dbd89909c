import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { projectFilesKey, type ProjectFiles } from '../../../install/contract/project-files.js';
import type { ShowPolicyInput, ShownPolicy } from '../../contract/dto/commands.js';
import { viewEffectivePolicy, viewPolicy } from '../../contract/operations.js';
import { placeOf } from '../place.js';

@injectable()
export class ShowPolicyHandler implements Handler<ShowPolicyInput, ShownPolicy> {
  constructor(@inject(projectFilesKey) private readonly files: ProjectFiles) {}

  async run({ effective, ...input }: ShowPolicyInput, context: Context): Promise<ShownPolicy> {
    const place = await placeOf(input, this.files, context);
    const named = { targetType: place.targetType, target: place.targetId };
    if (effective !== true) {
      const { installPolicy, publishPolicy, updatedAt } = await context.invoke(viewPolicy, place);
      return { ...named, installPolicy, publishPolicy, updatedAt };
    }
    const view = await context.invoke(viewEffectivePolicy, { ...place, provenance: true });
    const { installPolicy, publishPolicy, policySource = {} } = view;
    return { ...named, installPolicy, publishPolicy, updatedAt: null, policySource };
  }
}
