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
const input = (value: object): Call => ({ input: value });
const policyTarget = ({ workspace }: Place) => ({ targetType: 'workspace', targetId: workspace });
const organizationTarget = ({ organization }: Place) => ({
  targetType: 'org',
  targetId: organization,
});
const projectTarget = ({ project }: Place) => ({ targetType: 'project', targetId: project });
const noRules = { installPolicy: { version: 1, rules: {} } };
const sources = [{ kind: 'file' }];
const version = ({ workspace, plugin }: Place, visibility: 'public' | 'private') => ({
  workspace,
  tile: plugin[visibility],
  version: '1.0.0',
});

/** At least one entry for each operation that runs on the server; where it takes objects of several kinds, one for each: `<operation> of …`. */
export const fixtures: Readonly<Record<string, Fixture>> = {
  'identity.signIn': {
    noObject: true,
    allowed: ['sign_in_failed'],
    call: () => input({ email: fresh(), password: 'wrong password' }),
  },
  'identity.redeemCode': {
    noObject: true,
    allowed: ['code_invalid'],
    call: () => input({ code: 'x', email: fresh(), password: 'long enough' }),
  },
  'identity.startDeviceSignIn': {
    noObject: true,
    call: () => input({ client: 'svc', codeChallenge: 'a'.repeat(43) }),
  },
  'identity.redeemDeviceCode': {
    noObject: true,
    allowed: ['invalid_grant'],
    call: () => input({ deviceCode: 'x', codeVerifier: 'a'.repeat(43) }),
  },
  'identity.signOut': { noObject: true, allowed: ['', 'not_a_session'], call: () => input({}) },
  'identity.listSessions': {
    noObject: true,
    allowed: ['', 'not_a_session'],
    call: () => input({}),
  },
  'identity.endSession': {
    noObject: true,
    allowed: ['not_found', 'not_a_session'],
    call: () => input({ id: '00000000-0000-4000-8000-000000000000' }),
  },
  'identity.signOutEverywhere': {
    noObject: true,
    allowed: ['', 'not_a_session'],
    call: () => input({}),
  },
  'identity.changePassword': {
    noObject: true,
    allowed: ['password_wrong', 'not_a_session'],
    call: () => input({ currentPassword: 'wrong password', newPassword: 'long enough' }),
  },
  'identity.whoAmI': { noObject: true, call: () => input({}) },
  'identity.listWorkspaces': { noObject: true, call: () => input({}) },
  'identity.listOrganizations': { noObject: true, call: () => input({}) },
  'identity.createOrganization': {
    noObject: true,
    allowed: ['organization_creation_off', 'key_not_allowed'],
    call: () => input({ name: 'umbrella' }),
  },
  'identity.viewWorkspace': { call: ({ workspace }) => input({ id: workspace }) },
  'identity.listWorkspaceMembers': { call: ({ workspace }) => input({ workspace }) },
  'identity.updateWorkspace': {
    call: ({ workspace }) => input({ id: workspace, orgDefaultRole: null }),
  },
  'identity.addWorkspaceMember': {
    call: ({ workspace, bystander }) => input({ workspace, email: bystander, role: 'member' }),
  },
  'identity.removeWorkspaceMember': {
    call: async ({ workspace, newMember }) => input({ workspace, member: await newMember() }),
  },
  'identity.archiveWorkspace': {
    call: ({ workspace }) => input({ id: workspace, reason: 'Given up' }),
  },
  'identity.unarchiveWorkspace': { call: ({ workspace }) => input({ id: workspace }) },
  'identity.deleteWorkspace': {
    allowed: ['workspace_not_empty'],
    call: ({ workspace }) => input({ id: workspace }),
  },
  'identity.createWorkspace': {
    wide: true,
    allowed: ['name_taken'],
    call: ({ organization, name }) => input({ name, orgId: organization }),
  },
  'identity.listOrganizationMembers': {
    wide: true,
    call: ({ organization }) => input({ organization }),
  },
  'identity.viewOrganization': {
    wide: true,
    call: ({ organization }) => input({ orgId: organization }),
  },
  'identity.listInvitations': { wide: true, call: ({ organization }) => input({ organization }) },
  'identity.resendInvitation': {
    wide: true,
    allowed: ['invitation_cool_down'],
    call: async ({ organization, newInvitation }) =>
      input({ organization, invitation: await newInvitation() }),
  },
  'identity.cancelInvitation': {
    wide: true,
    call: async ({ organization, newInvitation }) =>
      input({ organization, invitation: await newInvitation() }),
  },
  'identity.addOrganizationMember': {
    wide: true,
    call: ({ organization, bystander }) =>
      input({ organization, email: bystander, role: 'member' }),
  },
  'identity.removeOrganizationMember': {
    wide: true,
    call: async ({ organization, newMember }) => input({ organization, member: await newMember() }),
  },
  'identity.resetPassword': {
    wide: true,
    call: async ({ organization, newMember }) => input({ organization, member: await newMember() }),
  },
  'identity.createApiKey': {
    allowed: ['name_taken'],
    call: ({ workspace }) => input({ workspace, name: 'taken', role: 'member' }),
  },
  'identity.listApiKeys': { call: ({ workspace }) => input({ workspace }) },
  'identity.createApiKey of an organization': {
    wide: true,
    allowed: ['name_taken'],
    call: ({ organization }) => input({ org: organization, name: 'taken', role: 'member' }),
  },
  'identity.listApiKeys of an organization': {
    wide: true,
    call: ({ organization }) => input({ org: organization }),
  },
  'identity.deleteApiKey of an organization': {
    wide: true,
    call: async ({ newWideKey }) => input({ id: await newWideKey() }),
  },
  'identity.deleteApiKey': { call: async ({ newKey }) => input({ id: await newKey() }) },
  'audit.listEvents': { wide: true, call: ({ organization }) => input({ organization }) },
  'audit.listDigests': { wide: true, call: ({ organization }) => input({ organization }) },
  'audit.exportEvents': { wide: true, call: ({ organization }) => input({ organization }) },
  'registry.listTiles': { noObject: true, call: () => input({}) },
  'registry.searchRegistry': { noObject: true, call: () => input({ query: 'demo' }) },
  'registry.matchTiles': { noObject: true, call: () => input({ purls: ['pkg:npm/demo'] }) },
  'registry.listAvailableSkills': { noObject: true, call: () => input({}) },
  'registry.viewTile': {
    hasVisibility: true,
    call: (place, visibility) =>
      input({ workspace: place.workspace, tile: place.plugin[visibility] }),
  },
  'registry.viewBadge': {
    hasVisibility: true,
    call: (place, visibility) =>
      input({ workspace: place.workspace, tile: place.plugin[visibility] }),
  },
  'registry.listVersions': {
    hasVisibility: true,
    call: (place, visibility) =>
      input({ workspace: place.workspace, tile: place.plugin[visibility] }),
  },
  'registry.viewVersion': {
    hasVisibility: true,
    call: (place, visibility) => input(version(place, visibility)),
  },
  'registry.listFiles': {
    hasVisibility: true,
    call: (place, visibility) => input(version(place, visibility)),
  },
  'registry.downloadFile': {
    hasVisibility: true,
    call: (place, visibility) =>
      input({ ...version(place, visibility), filePath: '.svc-plugin/plugin.json' }),
  },
  'registry.downloadArchive': {
    hasVisibility: true,
    call: (place, visibility) => input(version(place, visibility)),
  },
  'registry.archiveTile': {
    hasVisibility: true,
    call: async ({ workspace, newPlugin }, visibility) =>
      input({ workspace, tile: await newPlugin(visibility), archived: true }),
  },
  'registry.archiveVersion': {
    hasVisibility: true,
    call: async ({ workspace, newPlugin }, visibility) =>
      input({ workspace, tile: await newPlugin(visibility), version: '1.0.0', archived: true }),
  },
  'registry.unpublishTile': {
    hasVisibility: true,
    call: async ({ workspace, newPlugin }, visibility) =>
      input({ workspace, tile: await newPlugin(visibility) }),
  },
  'registry.unpublishVersion': {
    hasVisibility: true,
    call: async ({ workspace, newPlugin }, visibility) =>
      input({ workspace, tile: await newPlugin(visibility), version: '1.0.0' }),
  },
  'registry.publishTile': {
    // the same content again: allowed, and nothing changes
    call: async ({ workspace, archive }) => ({ input: { workspace }, upload: await archive() }),
  },
  'registry.previewPublish': {
    call: (place) => input({ ...version(place, 'private'), fingerprint: 'f'.repeat(64) }),
  },
  'billing.viewSubscription': {
    wide: true,
    call: ({ organization }) => input({ orgId: organization }),
  },
  'billing.viewCredits': {
    wide: true,
    call: ({ organization }) => input({ orgId: organization, include: 'bundles' }),
  },
  'project.listProjects': { call: ({ workspace }) => input({ workspace }) },
  'project.viewProject': { call: ({ project }) => input({ projectId: project }) },
  'project.matchProject': { call: ({ workspace }) => input({ workspace, name: 'taken' }) },
  'project.createProject': {
    allowed: ['duplicate_project_name'],
    call: ({ workspace }) => input({ workspace, name: 'taken' }),
  },
  'project.updateProject': {
    call: async ({ newProject }) => input({ projectId: await newProject(), sourceUri: null }),
  },
  'project.deleteProject': {
    call: async ({ newProject }) => input({ projectId: await newProject() }),
  },
  'policy.viewPolicy': { call: (place) => input(policyTarget(place)) },
  'policy.setPolicy': { call: (place) => input({ ...policyTarget(place), ...noRules }) },
  'policy.deletePolicy': { call: (place) => input(policyTarget(place)) },
  'policy.viewEffectivePolicy': {
    call: (place) => input({ ...policyTarget(place), provenance: true }),
  },
  'policy.evaluateInstall': { call: ({ workspace }) => input({ workspace, sources }) },
  'policy.evaluatePolicy': { call: (place) => input({ ...policyTarget(place), sources }) },
  'policy.viewPolicy of an organization': {
    wide: true,
    call: (place) => input(organizationTarget(place)),
  },
  'policy.setPolicy of an organization': {
    wide: true,
    call: (place) => input({ ...organizationTarget(place), ...noRules }),
  },
  'policy.deletePolicy of an organization': {
    wide: true,
    call: (place) => input(organizationTarget(place)),
  },
  'policy.viewEffectivePolicy of an organization': {
    wide: true,
    call: (place) => input(organizationTarget(place)),
  },
  'policy.evaluatePolicy of an organization': {
    wide: true,
    call: (place) => input({ ...organizationTarget(place), sources }),
  },
  'policy.viewPolicy of a project': { call: (place) => input(projectTarget(place)) },
  'policy.setPolicy of a project': {
    call: (place) => input({ ...projectTarget(place), ...noRules }),
  },
  'policy.deletePolicy of a project': { call: (place) => input(projectTarget(place)) },
  'policy.viewEffectivePolicy of a project': { call: (place) => input(projectTarget(place)) },
  'policy.evaluatePolicy of a project': {
    call: (place) => input({ ...projectTarget(place), sources }),
  },
  'policy.viewManagedProject': { call: ({ workspace }) => input({ workspaceId: workspace }) },
  'policy.setManagedProject': {
    call: ({ workspace }) => input({ workspaceId: workspace, manifest: { dependencies: {} } }),
  },
  'policy.deleteManagedProject': { call: ({ workspace }) => input({ workspaceId: workspace }) },
};
