import { inject, injectable } from 'tsyringe';
import type { Located, Locator } from 'svc-registry/kernel';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { levelWords, parseTargetRef, type PolicyTarget } from '../../contract/targets.js';
import { TargetFinder } from './target-finder.js';

/** Finds targets of policies by `<type> <name or id>`, or the caller's default organization or workspace. */
@injectable()
export class TargetLocator implements Locator<PolicyTarget> {
  constructor(
    @inject(TargetFinder) private readonly finder: TargetFinder,
    @inject(workspaceDirectoryKey) private readonly directory: WorkspaceDirectory,
  ) {}

  async locate(reference: string): Promise<Located<PolicyTarget> | null> {
    const parsed = parseTargetRef(reference);
    if (parsed === undefined) return null;
    const target =
      'caller' in parsed
        ? await this.scopeOfCaller(parsed.caller)
        : await this.finder.find(parsed.type, parsed.id);
    if (target === null) return null;
    const { name, workspaceId, organizationId } = target;
    return {
      kind: 'policyTarget',
      name,
      workspaceId: workspaceId ?? undefined,
      organizationId,
      visibility: 'members',
      value: target,
    };
  }

  named(reference: string): { kind: string; id: string } {
    const parsed = parseTargetRef(reference);
    if (parsed === undefined) return { kind: 'target of policies', id: reference };
    if ('caller' in parsed) return { kind: 'default organization of', id: parsed.caller };
    return { kind: levelWords([parsed.type]), id: parsed.id };
  }

  private async scopeOfCaller(id: string): Promise<PolicyTarget | null> {
    const scope = await this.directory.scopeOf(id);
    if (scope === null) return null;
    const { organization, workspace } = scope;
    return workspace === null
      ? this.finder.find('org', organization.id)
      : this.finder.find('workspace', workspace.id);
  }
}
