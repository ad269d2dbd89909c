import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { projectFilesKey, type ProjectFiles } from '../../../install/contract/project-files.js';
import type { ShowPolicyInput, ShownPolicy } from '../../contract/dto/commands.js';
import { viewEffectivePolicy, viewPolicy } from '../../contract/operations.js';
import { requestedTarget } from '../requested-target.js';

@injectable()
export class ShowPolicyHandler implements Handler<ShowPolicyInput, ShownPolicy> {
  constructor(@inject(projectFilesKey) private readonly files: ProjectFiles) {}

  async run({ effective, ...input }: ShowPolicyInput, context: Context): Promise<ShownPolicy> {
    const target = await requestedTarget(input, this.files, context);
    const named = { targetType: target.targetType, target: target.targetId };
    if (effective !== true) {
      const { installPolicy, publishPolicy, updatedAt } = await context.invoke(viewPolicy, target);
      return { ...named, installPolicy, publishPolicy, updatedAt };
    }
    const view = await context.invoke(viewEffectivePolicy, { ...target, provenance: true });
    const { installPolicy, publishPolicy, policySource = {} } = view;
    return { ...named, installPolicy, publishPolicy, updatedAt: null, policySource };
  }
}
