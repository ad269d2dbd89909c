import { inject, injectable } from 'tsyringe';
import type {
  Publication,
  PublishTarget,
  PublishPolicy,
} from '../../registry/contract/publish-policies.js';
import type { Severity } from '../../registry/contract/scanners.js';
import { publicPublishBlocked } from '../contract/errors.js';
import { EffectivePolicies, type EffectivePolicy } from './effective-policies.js';

/** The publish policy of an organization and a workspace. */
@injectable()
export class EffectivePublishPolicy implements PublishPolicy {
  constructor(@inject(EffectivePolicies) private readonly policies: EffectivePolicies) {}

  async admit({ name, private: isPrivate, ...target }: Publication): Promise<void> {
    if (isPrivate) return;
    const { rules, sources } = await this.rulesOf(target);
    if (rules.blockPublicTilePublish)
      throw publicPublishBlocked({ name, levels: sources.get('blockPublicTilePublish') ?? [] });
  }

  async blocksFrom(target: PublishTarget): Promise<Severity | null> {
    return (await this.rulesOf(target)).rules['securityThreshold.minSeverityToBlock'];
  }

  private async rulesOf({
    workspaceId,
    organizationId,
  }: PublishTarget): Promise<EffectivePolicy['publish']> {
    return (await this.policies.of({ id: workspaceId, workspaceId, organizationId })).publish;
  }
}
