import {
  defineClassPoint,
  defineExtensionPoint,
  serviceKey,
  type Caller,
  type Located,
} from 'svc-registry/kernel';

/** Roles of a workspace, weakest first. Each includes the ones before it. */
export const workspaceRoles = ['member', 'publisher', 'manager', 'owner'] as const;
/** One of `workspaceRoles`. */
export type WorkspaceRole = (typeof workspaceRoles)[number];

/** Roles of an organization, weakest first. */
export const organizationRoles = ['member', 'admin'] as const;
/** One of `organizationRoles`. */
export type OrganizationRole = (typeof organizationRoles)[number];

/**
 * Who holds a permission: the weakest role in the object's workspace or in its organization that does. Where both are named, the second
 * is for objects of the organization as a whole. An organization's admin holds every workspace permission in it. Everyone who may read
 * public objects holds a permission whose name ends in `:read` on them.
 */
export type PermissionRule = {
  readonly summary: string;
  /** True for what only people may do: an API key never holds it, whatever its role. */
  readonly peopleOnly?: boolean;
} & (
  | { readonly workspace: WorkspaceRole; readonly organization?: OrganizationRole }
  | { readonly workspace?: undefined; readonly organization: OrganizationRole }
);

const fields = { summary: 'text', 'peopleOnly?': 'flag' } as const;

/**
 * Permissions, and the weakest role that holds each. The contribution's id is the permission, as operations name it in their `access`,
 * such as `tile:publish`.
 */
export const permissionsPoint = defineExtensionPoint<PermissionRule>(
  'identity.permissions',
  {
    either: [
      { fields: { ...fields, workspace: workspaceRoles, 'organization?': organizationRoles } },
      { fields: { ...fields, organization: organizationRoles } },
    ],
  },
  { pattern: '^[a-z][\\w-]*(:[a-z][\\w-]*)+$', is: 'a permission such as tile:publish' },
);

/** What a workspace still holds. Every module that keeps objects in workspaces contributes here: only an empty workspace can be deleted. */
export const workspaceContentPoint = defineClassPoint<WorkspaceContent>(
  'identity.workspaceContent',
);

/** Says what of one module lies in a workspace. */
export interface WorkspaceContent {
  /** Such as `3 plugins`; `null` when the module keeps nothing in the workspace. */
  describe(workspaceId: string): Promise<string | null>;
}

/** What identifies a workspace. */
export interface WorkspaceSummary {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
}

/** What identifies an organization. */
export interface OrganizationSummary {
  readonly id: string;
  readonly name: string;
}

/** `context.target` of an operation whose access is on a `workspace`, which is named by name, id or `<organization>/<name>`. */
export type LocatedWorkspace = Located<WorkspaceSummary>;

/** The same of an `organization`, which is named by name or id. */
export type LocatedOrganization = Located<OrganizationSummary>;

/** The organization and the workspace that a caller acts in by default. */
export interface CallerScope {
  readonly organization: OrganizationSummary;
  /** Set for the API key of a workspace. */
  readonly workspace: WorkspaceSummary | null;
}

/** Workspaces and organizations, for other modules. Server only. */
export interface WorkspaceDirectory {
  /** By name or id; no access check. */
  find(nameOrId: string): Promise<WorkspaceSummary | null>;
  /** For views of objects that stay when their workspace is deleted: its name, or the id when it no longer exists. */
  nameOf(id: string): Promise<string>;
  /**
   * Prevents the deletion of a workspace until the caller's unit of work ends. Code that stores an object in a workspace calls
   * this in the unit that stores it. Throws `not_found` for a deleted workspace and `workspace_archived` for an archived one.
   */
  hold(id: string): Promise<void>;
  /** An organization by name or id; no access check. */
  findOrganization(nameOrId: string): Promise<OrganizationSummary | null>;
  /** The default organization of a user, or the organization and workspace of an API key; `null` when there is none. */
  scopeOf(callerId: string): Promise<CallerScope | null>;
  /** The user or API key with this id, for background work on their behalf; `null` for an unknown id and for a key that has expired or was revoked. */
  findCaller(kind: 'user' | 'key', id: string): Promise<Caller | null>;
  /** Ids of the workspaces in which the caller has any role, through an organization's admin role too. */
  visibleTo(caller: Caller): Promise<readonly string[]>;
  /** Ids of the organizations that the caller belongs to. */
  organizationsOf(caller: Caller): Promise<readonly string[]>;
  /** Names of the permissions that the caller holds on an object in a workspace, and on what the object contains; sorted. */
  allowedOn(caller: Caller, object: Located): Promise<readonly string[]>;
  /** Whether callers who are not signed in may read public objects: SVC_PUBLIC_READ. */
  publicRead(): boolean;
}

/** The directory, for server code of modules that require `identity`. */
export const workspaceDirectoryKey = serviceKey<WorkspaceDirectory>('identity.workspaceDirectory');
