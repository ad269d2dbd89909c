import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type {
  DeletePolicyInput,
  EffectivePolicyInput,
  EffectivePolicyView,
  PolicySource,
  PolicyTargetRef,
  PolicyView,
  SetPolicyInput,
} from '../../contract/dto/policy.js';
import type { PolicyTarget } from '../../contract/targets.js';
import { EffectivePolicies, type EffectivePolicy } from '../effective-policies.js';
import type { PolicyEntity } from '../entities.js';
import {
  installDocumentOf,
  installRulesOf,
  publishDocumentOf,
  publishRulesOf,
} from '../policy-documents.js';
import { StoredPolicies } from '../stored-policies.js';
import { targetOf } from '../targets/target-of.js';

@injectable()
export class ViewPolicyHandler implements Handler<PolicyTargetRef, PolicyView> {
  constructor(@inject(StoredPolicies) private readonly policies: StoredPolicies) {}

  async run(_input: PolicyTargetRef, context: Context): Promise<PolicyView> {
    const target = targetOf(context);
    return viewOf(target, await this.policies.of(target));
  }
}

@injectable()
export class SetPolicyHandler implements Handler<SetPolicyInput, PolicyView> {
  constructor(@inject(StoredPolicies) private readonly policies: StoredPolicies) {}

  async run(
    { installPolicy, publishPolicy, unchangedSince }: SetPolicyInput,
    context: Context,
  ): Promise<PolicyView> {
    const target = changedTarget(context);
    const documents = {
      install: installPolicy ? installDocumentOf(installRulesOf(installPolicy)) : null,
      publish: publishPolicy ? publishDocumentOf(publishRulesOf(publishPolicy)) : null,
    };
    const since = typeof unchangedSince === 'string' ? new Date(unchangedSince) : unchangedSince;
    return viewOf(target, await this.policies.set(target, { ...documents, since }, context.caller));
  }
}

@injectable()
export class DeletePolicyHandler implements Handler<DeletePolicyInput, void> {
  constructor(@inject(StoredPolicies) private readonly policies: StoredPolicies) {}

  run({ unchangedSince }: DeletePolicyInput, context: Context): Promise<void> {
    const since = unchangedSince === undefined ? undefined : new Date(unchangedSince);
    return this.policies.delete(changedTarget(context), since);
  }
}

/** The audit log needs the kind: an organization and a workspace may have the same name. */
function changedTarget(context: Context): PolicyTarget {
  const target = targetOf(context);
  context.auditSubject?.({ kind: `${target.type}Policy`, id: target.id, name: target.name });
  return target;
}

@injectable()
export class ViewEffectivePolicyHandler implements Handler<
  EffectivePolicyInput,
  EffectivePolicyView
> {
  constructor(@inject(EffectivePolicies) private readonly policies: EffectivePolicies) {}

  async run({ provenance }: EffectivePolicyInput, context: Context): Promise<EffectivePolicyView> {
    const target = targetOf(context);
    const effective = await this.policies.of(target);
    return {
      targetType: target.type,
      targetId: target.id,
      installPolicy: installDocumentOf(effective.install.rules),
      publishPolicy: publishDocumentOf(effective.publish.rules),
      ...(provenance === true && { policySource: sourcesOf(effective) }),
    };
  }
}

function viewOf({ type, id }: PolicyTarget, row: PolicyEntity | null): PolicyView {
  return {
    targetType: type,
    targetId: id,
    installPolicy: row?.install ?? null,
    publishPolicy: row?.publish ?? null,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}

function sourcesOf({ install, publish }: EffectivePolicy): Record<string, PolicySource> {
  const parts = { installPolicy: install.sources, publishPolicy: publish.sources };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, sources]) =>
      [...sources].map(([path, levels]) => [`${part}.${path}`, { levels: [...levels] }]),
    ),
  );
}
