import {
  defineClassPoint,
  defineExtensionPoint,
  serviceKey,
  type Caller,
  type Located,
} from 'svc-registry/kernel';

/** Roles of a workspace, weakest first. Each includes the ones before it. */
export const workspaceRoles = ['member', 'publisher', 'manager', 'owner'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

/** Roles of an organization, weakest first. */
export const organizationRoles = ['member', 'admin'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

/**
 * The weakest role that holds a permission: in the object's workspace, or in its organization. Where both are named, the second is
 * for objects of the organization as a whole. An organization's admin holds every workspace permission in it.
 */
export type PermissionRule =
  | { readonly workspace: WorkspaceRole; readonly organization?: OrganizationRole }
  | { readonly workspace?: undefined; readonly organization: OrganizationRole };

const notes = { summary: 'text', 'peopleOnly?': 'flag' } as const;

/** Modules name their permissions here: contribution id and `permission` are the same, such as `tile:publish`. */
export const permissionsPoint = defineExtensionPoint<PermissionRule & PermissionNotes>(
  'identity.permissions',
  {
    either: [
      { fields: { ...notes, workspace: workspaceRoles, 'organization?': organizationRoles } },
      { fields: { ...notes, organization: organizationRoles } },
    ],
  },
  { pattern: '^[a-z][\\w-]*(:[a-z][\\w-]*)+$', is: 'a permission such as tile:publish' },
);

/**
 * A permission whose name ends in `:read` is also held, on a public object, by everyone who may read public objects.
 */
export interface PermissionNotes {
  readonly summary: string;
  /** True for what only people may do: an API key never holds it, whatever its role. */
  readonly peopleOnly?: boolean;
}

/** A module that keeps objects in workspaces says here what a workspace still holds: only an empty one can be deleted. */
export const workspaceContentPoint = defineClassPoint<WorkspaceContent>(
  'identity.workspaceContent',
);

export interface WorkspaceContent {
  /** What the workspace holds, in words such as `3 plugins`; `null` when nothing. */
  describe(workspaceId: string): Promise<string | null>;
}

export interface WorkspaceSummary {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
}

export interface OrganizationSummary {
  readonly id: string;
  readonly name: string;
}

export interface CallersPlace {
  readonly organization: OrganizationSummary;
  /** Set for the API key of a workspace. */
  readonly workspace: WorkspaceSummary | null;
}

/** What other modules may ask about workspaces. Server only. */
export interface WorkspaceDirectory {
  /** By name or id; no access check. */
  find(nameOrId: string): Promise<WorkspaceSummary | null>;
  /**
   * Keeps a workspace from being deleted until the caller's unit of work ends. Code that stores an object in a workspace calls
   * this in the unit that stores it. Throws `not_found` when the workspace is gone, `workspace_archived` when it takes nothing new.
   */
  hold(id: string): Promise<void>;
  /** An organization by name or id; no access check. */
  findOrganization(nameOrId: string): Promise<OrganizationSummary | null>;
  /** Where a user or an API key of this id belongs: the workspace of the key, else the default organization. `null` when nowhere. */
  placeOf(callerId: string): Promise<CallersPlace | null>;
  /** Ids of the workspaces in which the caller has any role, through an organization's admin role too. */
  visibleTo(caller: Caller): Promise<readonly string[]>;
  /** Ids of the organizations that the caller belongs to. */
  organizationsOf(caller: Caller): Promise<readonly string[]>;
  /** Permissions that the caller holds on an object that lies in a workspace, and on what lies in that, by name. */
  allowedOn(caller: Caller, object: Located): Promise<readonly string[]>;
  /** Whether strangers may read public objects: the instance setting `publicRead`. */
  publicRead(): boolean;
}

export const workspaceDirectoryKey = serviceKey<WorkspaceDirectory>('identity.workspaceDirectory');
