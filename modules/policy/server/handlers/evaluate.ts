import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import {
  releaseDirectoryKey,
  type ReleaseDirectory,
  type ReleasedPlugin,
} from '../../../registry/contract/releases.js';
import type {
  EvaluateInstallInput,
  EvaluatePolicyInput,
  EvaluationView,
  PolicySourceInput,
} from '../../contract/dto/evaluation.js';
import {
  evaluate,
  type Ownership,
  type PluginFacts,
  type Source,
  type Verdict,
} from '../../contract/evaluation/evaluate.js';
import type { PolicyTarget } from '../../contract/targets.js';
import { EffectivePolicies } from '../effective-policies.js';
import { ManagedProjects } from '../managed-projects.js';
import { TargetFinder } from '../targets/target-finder.js';
import { targetOf } from '../targets/target-of.js';

/** The organization whose plugins the value `svc-and-org` always allows. */
const SVC = 'svc';

/** Handles both operations, which differ only in how they name the target that the locator finds. */
@injectable()
export class EvaluateHandler implements Handler<
  EvaluateInstallInput | EvaluatePolicyInput,
  EvaluationView
> {
  constructor(
    @inject(EffectivePolicies) private readonly policies: EffectivePolicies,
    @inject(ManagedProjects) private readonly projects: ManagedProjects,
    @inject(releaseDirectoryKey) private readonly releases: ReleaseDirectory,
    @inject(workspaceDirectoryKey) private readonly directory: WorkspaceDirectory,
    @inject(TargetFinder) private readonly finder: TargetFinder,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(
    input: EvaluateInstallInput | EvaluatePolicyInput,
    context: Context,
  ): Promise<EvaluationView> {
    const { sources, mode } = input;
    const target = await this.target(input, context);
    const { install: policy } = await this.policies.of(target);
    const prescribed =
      mode === 'managed' ? await this.prescribed(target) : new Map<string, string>();
    const wanted = sources.map(sourceOf);
    const plugins = await this.facts(wanted, target, context);
    const circumstances = { policy, prescribed, plugins, now: this.host.clock() };
    const results = wanted.map((source) => resultOf(evaluate(source, circumstances)));
    return { targetType: target.type, targetId: target.id, results };
  }

  /** Every member of a workspace may see what its projects may install. */
  private async target(
    input: EvaluateInstallInput | EvaluatePolicyInput,
    context: Context,
  ): Promise<PolicyTarget> {
    const located = targetOf(context);
    const name = 'project' in input ? input.project : undefined;
    const project =
      name === undefined || located.type !== 'workspace'
        ? null
        : await this.finder.find('project', `${located.name}/${name}`);
    return project?.workspaceId === located.id ? project : located;
  }

  private async prescribed({ workspaceId }: PolicyTarget): Promise<ReadonlyMap<string, string>> {
    const row = workspaceId === null ? null : await this.projects.of(workspaceId);
    return new Map(
      Object.entries(row?.manifest.dependencies ?? {}).map(([name, { version }]) => [
        name,
        version,
      ]),
    );
  }

  private async facts(
    sources: readonly Source[],
    target: PolicyTarget,
    { caller }: Context,
  ): Promise<ReadonlyMap<string, PluginFacts>> {
    const names = sources.flatMap((source) => (source.kind === 'registry' ? [source.name] : []));
    const [found, svc] = [
      await this.releases.find(names, caller),
      await this.directory.findOrganization(SVC),
    ];
    const ownershipOf = ({ organizationId }: ReleasedPlugin): Ownership => {
      if (organizationId === target.organizationId) return 'own';
      return organizationId === svc?.id ? 'svc' : 'other';
    };
    return new Map(
      [...found].map(([name, plugin]) => [
        name,
        { ownership: ownershipOf(plugin), releases: plugin.releases },
      ]),
    );
  }
}

function sourceOf(source: PolicySourceInput): Source {
  return source.kind === 'registry'
    ? { kind: 'registry', name: source.name, version: source.version ?? 'latest' }
    : source;
}

function resultOf({
  decision,
  reasons,
  fallbackSource,
}: Verdict): EvaluationView['results'][number] {
  return {
    decision,
    reasons: reasons.map((reason) => ({ ...reason, policyLevels: [...reason.policyLevels] })),
    fallbackSource,
  };
}
