import { inject, injectable } from 'tsyringe';
import {
  extensionsKey,
  hostKey,
  type Caller,
  type Decision,
  type Extensions,
  type HostInfo,
  type Located,
} from 'svc-registry/kernel';
import { once } from '../../../../toolbox/once.js';
import {
  permissionsPoint,
  type PermissionRule,
  type WorkspaceRole,
} from '../../contract/access.js';
import { keyNotAllowed } from '../../contract/errors.js';
import { includesRole } from '../../contract/roles.js';
import { Workspaces } from '../workspaces/workspaces.js';
import { wayToRole } from './needed-role.js';
import { roleIn, type Principal } from './principal.js';
import { publicRead } from './switches.js';

/** The roles of the principal that apply to one object. */
interface Holding {
  readonly workspace: WorkspaceRole | undefined;
  readonly admin: boolean;
  readonly member: boolean;
  /** Whether the object is a personal object of the principal. */
  readonly own: boolean;
}

function satisfies(holding: Holding, rule: PermissionRule): boolean {
  if (holding.own || holding.admin) return true;
  if (rule.workspace !== undefined && includesRole(holding.workspace, rule.workspace)) return true;
  return rule.organization === 'member' && holding.member;
}

function holdingOf(
  principal: Principal,
  { workspaceId, userId }: Located,
  organizationId: string | undefined,
): Holding {
  const role =
    organizationId === undefined ? undefined : principal.organizations.get(organizationId);
  return {
    workspace:
      workspaceId === undefined ? undefined : roleIn(principal, workspaceId, organizationId),
    admin: role === 'admin',
    // a member of the organization sees its own objects, but not those of its workspaces
    member: role === 'admin' || (role !== undefined && workspaceId === undefined),
    own:
      workspaceId === undefined &&
      userId !== undefined &&
      principal.kind === 'user' &&
      userId === principal.id,
  };
}

const uncapitalized = (summary: string): string =>
  summary.charAt(0).toLowerCase() + summary.slice(1);

function seesBy({ own, member, workspace }: Holding): boolean {
  return own || member || workspace !== undefined;
}

/** Decides by the modules' permission rules and the caller's roles. */
@injectable()
export class Decisions {
  private readonly publicRead: boolean;
  /** The permissions that the loaded modules declare. */
  private readonly rules: () => ReadonlyMap<string, PermissionRule>;

  constructor(
    @inject(extensionsKey) extensions: Extensions,
    @inject(Workspaces) private readonly workspaces: Workspaces,
    @inject(hostKey) host: HostInfo,
  ) {
    this.publicRead = publicRead(host.env);
    this.rules = once(
      () => new Map(extensions.of(permissionsPoint).map(({ id, data }) => [id, data])),
    );
  }

  decide(principal: Principal, permission: string, object: Located): Promise<Decision> {
    return this.holding(principal, object, (holding) =>
      this.judge(principal, permission, { object, holding }),
    );
  }

  /** Answers `decide` of what the principal holds on the object. */
  private async holding<T>(
    principal: Principal,
    object: Located,
    decide: (holding: Holding) => T,
  ): Promise<T> {
    const { workspaceId, organizationId } = object;
    // only needed for roles that span an organization
    const unnamed =
      organizationId === undefined &&
      workspaceId !== undefined &&
      principal.organizationWide.size > 0;
    const holding = holdingOf(
      principal,
      object,
      unnamed ? await this.workspaces.organizationOf(workspaceId) : organizationId,
    );
    return decide(holding);
  }

  private judge(
    principal: Principal,
    permission: string,
    { object, holding }: { object: Located; holding: Holding },
  ): Decision {
    const rule = this.rule(permission);
    if (principal.kind === 'system') return 'allow';
    const isPublic = this.isPublicTo(principal, object);
    if (!isPublic && !seesBy(holding)) return 'hide';
    if (principal.kind === 'key' && rule.peopleOnly === true)
      throw keyNotAllowed({ what: uncapitalized(rule.summary) });
    if (satisfies(holding, rule) || (isPublic && permission.endsWith(':read'))) return 'allow';
    return principal.kind === 'anonymous' ? 'sign-in' : 'deny';
  }

  /** Names of the permissions that `decide` would allow on the object and on what it contains. The object is a workspace or lies in one. */
  allowed(principal: Principal, object: Located): Promise<readonly string[]> {
    return this.holding(principal, object, (holding) => {
      const held: string[] = [];
      for (const [permission, { workspace, peopleOnly }] of this.rules()) {
        if (workspace === undefined || (principal.kind === 'key' && peopleOnly === true)) continue;
        const decision = this.judge(principal, permission, { object, holding });
        if (decision === 'allow') held.push(permission);
      }
      return held.sort();
    });
  }

  /** A hint for a caller without the permission: which role they need and how to get it. */
  remedy({ kind }: Caller, permission: string, object: Located): string {
    return wayToRole(this.rule(permission), object, kind);
  }

  /** A permission that no module declares is a bug: there is no rule to decide by. */
  private rule(permission: string): PermissionRule {
    const rule = this.rules().get(permission);
    if (rule === undefined) throw new Error(`No module declares the permission "${permission}".`);
    return rule;
  }

  private isPublicTo({ kind }: Principal, { visibility }: Located): boolean {
    return visibility === 'public' && (this.publicRead || kind !== 'anonymous');
  }
}
