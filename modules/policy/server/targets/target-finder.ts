import { buildExtension, extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { policyTargetsPoint, type PolicyTarget } from '../../contract/targets.js';

/** Finds the targets of policies, in whichever module they are. */
@injectable()
export class TargetFinder {
  constructor(@inject(extensionsKey) private readonly extensions: Extensions) {}

  async find(type: string, reference: string): Promise<PolicyTarget | null> {
    const extension = this.extensions.of(policyTargetsPoint).find(({ data }) => data.type === type);
    return extension === undefined ? null : (await buildExtension(extension)).find(reference);
  }

  /** Rank of a type in the hierarchy, the organization first. */
  rank(type: string): number {
    return (
      this.extensions.of(policyTargetsPoint).find(({ data }) => data.type === type)?.data.rank ??
      Number.MAX_SAFE_INTEGER
    );
  }
}
