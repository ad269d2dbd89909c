import { inject, injectable } from 'tsyringe';
import {
  installFields,
  publishFields,
  strictest,
  type Effective,
  type InstallRules,
  type PublishRules,
} from '../contract/evaluation/rules.js';
import type { PolicyTarget } from '../contract/targets.js';
import { installRulesOf, publishRulesOf } from './policy-documents.js';
import { StoredPolicies } from './stored-policies.js';

/** The policies that apply to one target. */
export interface EffectivePolicy {
  readonly install: Effective<InstallRules>;
  readonly publish: Effective<PublishRules>;
}

/** Combines all policies that apply to a target into one. */
@injectable()
export class EffectivePolicies {
  constructor(@inject(StoredPolicies) private readonly policies: StoredPolicies) {}

  async of(
    target: Pick<PolicyTarget, 'organizationId' | 'workspaceId' | 'id'>,
  ): Promise<EffectivePolicy> {
    const rows = await this.policies.downTo(target);
    const install = rows.flatMap(({ targetType: level, install: document }) =>
      document === null ? [] : [{ level, rules: installRulesOf(document) }],
    );
    const publish = rows.flatMap(({ targetType: level, publish: document }) =>
      document === null ? [] : [{ level, rules: publishRulesOf(document) }],
    );
    return {
      install: strictest(installFields, install),
      publish: strictest(publishFields, publish),
    };
  }
}
