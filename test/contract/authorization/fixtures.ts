/** The objects of a place, as calls refer to them: by name or by id. */
export interface References {
  readonly organization: string;
  readonly workspace: string;
  /** A project, whose name within the workspace is `taken`. */
  readonly project: string;
}

/** Two organizations alike: `own` is where the principals have their roles, `other` is where nobody has any. */
export interface Place extends References {
  /** How the same objects are referred to by their ids. */
  readonly ids: References;
  /** Name of the workspace, however it is referred to. */
  readonly name: string;
  /** E-mail address of someone without any role in the workspace but with membership of the organization. */
  readonly bystander: string;
  /** Makes an API key of the workspace; answers its id. */
  readonly newKey: () => Promise<string>;
  /** Makes an API key of the organization; answers its id. */
  readonly newWideKey: () => Promise<string>;
  /** Adds a member of the workspace and its organization; answers their e-mail address. */
  readonly newMember: () => Promise<string>;
  /** Invites somebody into the organization; answers the invitation's id. */
  readonly newInvitation: () => Promise<string>;
  readonly plugin: Readonly<Record<'public' | 'private', string>>;
  /** Publishes another plugin, which nobody else looks at; answers its name within the workspace. */
  readonly newPlugin: (visibility: 'public' | 'private') => Promise<string>;
  readonly archive: () => Promise<Uint8Array>;
  /** Makes another project; answers its id. */
  readonly newProject: () => Promise<string>;
}

export interface Call {
  readonly input: object;
  readonly upload?: Uint8Array;
}

/** How an operation is called in a cell, and what it answers there to who may call it. */
export interface Fixture {
  readonly call: (place: Place, visibility: 'public' | 'private') => Call | Promise<Call>;
  /** Codes of the errors that only those see who may call it: chosen so that nothing changes. Default: it succeeds. */
  readonly allowed?: readonly string[];
  /** The object is the organization or belongs to it as a whole. */
  readonly wide?: true;
  /** Plugins are public or private; other objects are private. */
  readonly hasVisibility?: true;
  /** Has no object: the place makes no difference. */
  readonly noObject?: true;
}

let counter = 0;
const fresh = (): string => `stranger${++counter}@example.com`;
type Input = (place: Place, visibility: 'public' | 'private') => object | Promise<object>;
const kindOf =
  (kind: Omit<Fixture, 'call'>) =>
  (input: Input, allowed?: readonly string[]): Fixture => ({
    ...kind,
    ...(allowed && { allowed }),
    call: async (place, visibility) => ({ input: await input(place, visibility) }),
  });
const own = kindOf({});
const wide = kindOf({ wide: true });
const onPlugin = kindOf({ hasVisibility: true });
const free = kindOf({ noObject: true });
const policyTarget = ({ workspace }: Place) => ({ targetType: 'workspace', targetId: workspace });
const organizationTarget = ({ organization }: Place) => ({
  targetType: 'org',
  targetId: organization,
});
const projectTarget = ({ project }: Place) => ({ targetType: 'project', targetId: project });
const noRules = { installPolicy: { version: 1, rules: {} } };
const sources = [{ kind: 'file' }];
const tile = ({ workspace, plugin }: Place, visibility: 'public' | 'private') => ({
  workspace,
  tile: plugin[visibility],
});
const version = ({ workspace, plugin }: Place, visibility: 'public' | 'private') => ({
  workspace,
  tile: plugin[visibility],
  version: '1.0.0',
});

/** At least one entry for each operation that runs on the server; where it takes objects of several kinds, one for each: `<operation> of …`. */
export const fixtures: Readonly<Record<string, Fixture>> = {
  'identity.signIn': free(
    () => ({ email: fresh(), password: 'wrong password' }),
    ['sign_in_failed'],
  ),
  'identity.redeemCode': free(
    () => ({ code: 'x', email: fresh(), password: 'long enough' }),
    ['code_invalid'],
  ),
  'identity.startDeviceSignIn': free(() => ({ client: 'svc', codeChallenge: 'a'.repeat(43) })),
  'identity.redeemDeviceCode': free(
    () => ({ deviceCode: 'x', codeVerifier: 'a'.repeat(43) }),
    ['invalid_grant'],
  ),
  'identity.signOut': free(() => ({}), ['', 'not_a_session']),
  'identity.listSessions': free(() => ({}), ['', 'not_a_session']),
  'identity.endSession': free(
    () => ({ id: '00000000-0000-4000-8000-000000000000' }),
    ['not_found', 'not_a_session'],
  ),
  'identity.signOutEverywhere': free(() => ({}), ['', 'not_a_session']),
  'identity.changePassword': free(
    () => ({ currentPassword: 'wrong password', newPassword: 'long enough' }),
    ['password_wrong', 'not_a_session'],
  ),
  'identity.whoAmI': free(() => ({})),
  'identity.listWorkspaces': free(() => ({})),
  'identity.listOrganizations': free(() => ({})),
  'identity.createOrganization': free(
    () => ({ name: 'umbrella' }),
    ['organization_creation_off', 'key_not_allowed'],
  ),
  'identity.viewWorkspace': own(({ workspace }) => ({ id: workspace })),
  'identity.listWorkspaceMembers': own(({ workspace }) => ({ workspace })),
  'identity.updateWorkspace': own(({ workspace }) => ({ id: workspace, orgDefaultRole: null })),
  'identity.addWorkspaceMember': own(({ workspace, bystander }) => ({
    workspace,
    email: bystander,
    role: 'member',
  })),
  'identity.removeWorkspaceMember': own(async ({ workspace, newMember }) => ({
    workspace,
    member: await newMember(),
  })),
  'identity.archiveWorkspace': own(({ workspace }) => ({ id: workspace, reason: 'Given up' })),
  'identity.unarchiveWorkspace': own(({ workspace }) => ({ id: workspace })),
  'identity.deleteWorkspace': own(({ workspace }) => ({ id: workspace }), ['workspace_not_empty']),
  'identity.createWorkspace': wide(
    ({ organization, name }) => ({ name, orgId: organization }),
    ['name_taken'],
  ),
  'identity.listOrganizationMembers': wide(({ organization }) => ({ organization })),
  'identity.viewOrganization': wide(({ organization }) => ({ orgId: organization })),
  'identity.listInvitations': wide(({ organization }) => ({ organization })),
  'identity.resendInvitation': wide(
    async ({ organization, newInvitation }) => ({
      organization,
      invitation: await newInvitation(),
    }),
    ['invitation_cool_down'],
  ),
  'identity.cancelInvitation': wide(async ({ organization, newInvitation }) => ({
    organization,
    invitation: await newInvitation(),
  })),
  'identity.addOrganizationMember': wide(({ organization, bystander }) => ({
    organization,
    email: bystander,
    role: 'member',
  })),
  'identity.removeOrganizationMember': wide(async ({ organization, newMember }) => ({
    organization,
    member: await newMember(),
  })),
  'identity.resetPassword': wide(async ({ organization, newMember }) => ({
    organization,
    member: await newMember(),
  })),
  'identity.createApiKey': own(
    ({ workspace }) => ({ workspace, name: 'taken', role: 'member' }),
    ['name_taken'],
  ),
  'identity.listApiKeys': own(({ workspace }) => ({ workspace })),
  'identity.createApiKey of an organization': wide(
    ({ organization }) => ({ org: organization, name: 'taken', role: 'member' }),
    ['name_taken'],
  ),
  'identity.listApiKeys of an organization': wide(({ organization }) => ({ org: organization })),
  'identity.deleteApiKey of an organization': wide(async ({ newWideKey }) => ({
    id: await newWideKey(),
  })),
  'identity.deleteApiKey': own(async ({ newKey }) => ({ id: await newKey() })),
  'audit.listEvents': wide(({ organization }) => ({ organization })),
  'audit.listDigests': wide(({ organization }) => ({ organization })),
  'audit.exportEvents': wide(({ organization }) => ({ organization })),
  'registry.listTiles': free(() => ({})),
  'registry.searchRegistry': free(() => ({ query: 'demo' })),
  'registry.matchTiles': free(() => ({ purls: ['pkg:npm/demo'] })),
  'registry.listAvailableSkills': free(() => ({})),
  'registry.viewTile': onPlugin(tile),
  'registry.viewBadge': onPlugin(tile),
  'registry.listVersions': onPlugin(tile),
  'registry.viewVersion': onPlugin(version),
  'registry.listFiles': onPlugin(version),
  'registry.downloadFile': onPlugin((place, visibility) => ({
    ...version(place, visibility),
    filePath: '.svc-plugin/plugin.json',
  })),
  'registry.downloadArchive': onPlugin(version),
  'registry.archiveTile': onPlugin(async ({ workspace, newPlugin }, visibility) => ({
    workspace,
    tile: await newPlugin(visibility),
    archived: true,
  })),
  'registry.archiveVersion': onPlugin(async ({ workspace, newPlugin }, visibility) => ({
    workspace,
    tile: await newPlugin(visibility),
    version: '1.0.0',
    archived: true,
  })),
  'registry.unpublishTile': onPlugin(async ({ workspace, newPlugin }, visibility) => ({
    workspace,
    tile: await newPlugin(visibility),
  })),
  'registry.unpublishVersion': onPlugin(async ({ workspace, newPlugin }, visibility) => ({
    workspace,
    tile: await newPlugin(visibility),
    version: '1.0.0',
  })),
  'registry.publishTile': {
    // the same content again: allowed, and nothing changes
    call: async ({ workspace, archive }) => ({ input: { workspace }, upload: await archive() }),
  },
  'registry.previewPublish': own((place) => ({
    ...version(place, 'private'),
    fingerprint: 'f'.repeat(64),
  })),
  'billing.viewSubscription': wide(({ organization }) => ({ orgId: organization })),
  'billing.viewCredits': wide(({ organization }) => ({ orgId: organization, include: 'bundles' })),
  'project.listProjects': own(({ workspace }) => ({ workspace })),
  'project.viewProject': own(({ project }) => ({ projectId: project })),
  'project.matchProject': own(({ workspace }) => ({ workspace, name: 'taken' })),
  'project.createProject': own(
    ({ workspace }) => ({ workspace, name: 'taken' }),
    ['duplicate_project_name'],
  ),
  'project.updateProject': own(async ({ newProject }) => ({
    projectId: await newProject(),
    sourceUri: null,
  })),
  'project.deleteProject': own(async ({ newProject }) => ({ projectId: await newProject() })),
  'policy.viewPolicy': own(policyTarget),
  'policy.setPolicy': own((place) => ({ ...policyTarget(place), ...noRules })),
  'policy.deletePolicy': own(policyTarget),
  'policy.viewEffectivePolicy': own((place) => ({ ...policyTarget(place), provenance: true })),
  'policy.evaluateInstall': own(({ workspace }) => ({ workspace, sources })),
  'policy.evaluatePolicy': own((place) => ({ ...policyTarget(place), sources })),
  'policy.viewPolicy of an organization': wide(organizationTarget),
  'policy.setPolicy of an organization': wide((place) => ({
    ...organizationTarget(place),
    ...noRules,
  })),
  'policy.deletePolicy of an organization': wide(organizationTarget),
  'policy.viewEffectivePolicy of an organization': wide(organizationTarget),
  'policy.evaluatePolicy of an organization': wide((place) => ({
    ...organizationTarget(place),
    sources,
  })),
  'policy.viewPolicy of a project': own(projectTarget),
  'policy.setPolicy of a project': own((place) => ({ ...projectTarget(place), ...noRules })),
  'policy.deletePolicy of a project': own(projectTarget),
  'policy.viewEffectivePolicy of a project': own(projectTarget),
  'policy.evaluatePolicy of a project': own((place) => ({ ...projectTarget(place), sources })),
  'policy.viewManagedProject': own(({ workspace }) => ({ workspaceId: workspace })),
  'policy.setManagedProject': own(({ workspace }) => ({
    workspaceId: workspace,
    manifest: { dependencies: {} },
  })),
  'policy.deleteManagedProject': own(({ workspace }) => ({ workspaceId: workspace })),
};
