import type { AuditObject } from '../../../modules/audit/contract/events.js';
import {
  createApiKey,
  createWorkspace,
  listInvitations,
  listOrganizationMembers,
  listSessions,
  viewWorkspace,
  whoAmI,
} from '../../../modules/identity/contract/index.js';
import { viewProject } from '../../../modules/project/contract/operations.js';
import type { World } from '../authorization/world.js';
import { PASSWORD } from '../identity-server.js';
import { archiveOf } from '../registry/registry-host.js';

/** A call of an admin that changes something in the organization `acme`, and what its event has to name. */
export interface AuditedCall {
  readonly input: object;
  readonly upload?: Uint8Array;
  /** Default: the admin's. */
  readonly token?: string;
  /** The organization whose log has it; default `acme`. */
  readonly log?: string;
  /** An id of `made` is the id in the answer. */
  readonly object: AuditObject;
}

export const MADE = 'made';

let counter = 0;
const fresh = (what: string): string => `${what}-${++counter}`;
const nameless = (kind: string, name: string): AuditObject => ({ kind, id: null, name });

/** Prepares the objects of the calls. */
export class Stage {
  constructor(
    readonly world: World,
    readonly token: string,
  ) {}

  get place() {
    return this.world.places.own;
  }

  private get invoke() {
    return this.world.server.host.invoke;
  }

  /** The object of what is done to somebody: in the workspace, or in the organization. */
  async user(email: string, workspace?: string): Promise<AuditObject> {
    const id = await this.idOf(email);
    return { kind: 'user', id, name: workspace === undefined ? email : `${workspace}/${email}` };
  }

  async member(
    workspace?: string,
  ): Promise<{ readonly member: string; readonly object: AuditObject }> {
    const member = await this.place.newMember();
    return { member, object: await this.user(member, workspace) };
  }

  async invitation(): Promise<{ readonly invitation: string; readonly object: AuditObject }> {
    const invitation = await this.place.newInvitation();
    this.later(3);
    const { data } = await this.invoke(
      listInvitations,
      { organization: 'acme' },
      { token: this.token },
    );
    const { email } = data.find(({ id }) => id === invitation)!;
    return { invitation, object: { kind: 'invitation', id: invitation, name: email } };
  }

  async session(): Promise<{
    readonly id: string;
    readonly token: string;
    readonly object: AuditObject;
  }> {
    const token = await this.world.server.newSession('organization-admin@example.com');
    const { data } = await this.invoke(listSessions, {}, { token });
    const { id } = data.find(({ current }) => current)!;
    return { id, token, object: { kind: 'session', id, name: 'organization-admin@example.com' } };
  }

  async workspace(name: string): Promise<AuditObject> {
    const { id } = await this.invoke(viewWorkspace, { id: name }, { token: this.token });
    return { kind: 'workspace', id, name };
  }

  async newWorkspace(): Promise<string> {
    const name = fresh('extra');
    await this.invoke(createWorkspace, { name }, { token: this.token });
    return name;
  }

  async newKey(): Promise<AuditObject & { readonly id: string }> {
    const name = fresh('key');
    const { id } = await this.invoke(
      createApiKey,
      { name, workspace: 'tools' },
      { token: this.token },
    );
    return { kind: 'key', id, name };
  }

  async newProject(): Promise<AuditObject & { readonly id: string }> {
    const id = await this.place.newProject();
    const { name } = await this.invoke(viewProject, { projectId: id }, { token: this.token });
    return { kind: 'project', id, name: `tools/${name}` };
  }

  later(minutes: number): void {
    const { clock } = this.world.server;
    clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  }

  private async idOf(email: string): Promise<string> {
    const { data } = await this.invoke(
      listOrganizationMembers,
      { organization: 'acme' },
      { token: this.token },
    );
    return data.find((member) => member.email === email)!.userId;
  }
}

const inAcme = { organization: 'acme' };
const inTools = { workspace: 'tools' };
const policyTarget = { targetType: 'workspace', targetId: 'tools' };

async function policy(stage: Stage): Promise<AuditObject> {
  const { id, name } = await stage.workspace('tools');
  return { kind: 'workspacePolicy', id, name };
}

const managedProject = async (stage: Stage, input: object = {}): Promise<AuditedCall> => ({
  input: { workspaceId: 'tools', ...input },
  object: await stage.workspace('tools'),
});

async function onPlugin({ place }: Stage, input: object = {}): Promise<AuditedCall> {
  const tile = await place.newPlugin('private');
  return { input: { ...inTools, tile, ...input }, object: nameless('plugin', `tools/${tile}`) };
}

async function onVersion({ place }: Stage, input: object = {}): Promise<AuditedCall> {
  const tile = await place.newPlugin('private');
  return {
    input: { ...inTools, tile, version: '1.0.0', ...input },
    object: nameless('version', `tools/${tile}@1.0.0`),
  };
}

/** One entry for each audited operation. */
export const auditedCalls: Readonly<
  Record<string, (stage: Stage) => AuditedCall | Promise<AuditedCall>>
> = {
  'identity.createOrganization': () => {
    const name = fresh('umbrella');
    return { input: { name }, log: name, object: { kind: 'organization', id: MADE, name } };
  },
  'identity.signOut': async (stage) => ({ ...(await stage.session()), input: {} }),
  'identity.endSession': async (stage) => {
    const { id, object } = await stage.session();
    return { input: { id: id.toUpperCase() }, object };
  },
  'identity.signOutEverywhere': async ({ world }) => {
    const token = await world.server.newSession('owner@example.com');
    const { user } = await world.server.host.invoke(whoAmI, {}, { token });
    return { input: {}, token, object: { kind: 'user', id: user!.id, name: user!.email } };
  },
  'identity.changePassword': async (stage) => ({
    input: { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` },
    object: await stage.user('organization-admin@example.com'),
  }),
  'identity.createWorkspace': () => {
    const name = fresh('new');
    return { input: { name, orgId: 'acme' }, object: { kind: 'workspace', id: MADE, name } };
  },
  'identity.updateWorkspace': async (stage) => ({
    input: { id: 'tools', orgDefaultRole: 'member' },
    object: await stage.workspace('tools'),
  }),
  'identity.archiveWorkspace': async (stage) => {
    const object = await stage.workspace(await stage.newWorkspace());
    return { input: { id: object.name, reason: 'Given up' }, object };
  },
  'identity.unarchiveWorkspace': async (stage) => {
    const object = await stage.workspace(await stage.newWorkspace());
    return { input: { id: object.name }, object };
  },
  'identity.deleteWorkspace': async (stage) => {
    const object = await stage.workspace(await stage.newWorkspace());
    return { input: { id: object.name }, object };
  },
  'identity.addWorkspaceMember': async (stage) => ({
    input: { ...inTools, email: 'Bystander@acme.example', role: 'member' },
    object: await stage.user('bystander@acme.example', 'tools'),
  }),
  'identity.removeWorkspaceMember': async (stage) => {
    const { member, object } = await stage.member('tools');
    return { input: { ...inTools, member }, object };
  },
  'identity.addOrganizationMember': async (stage) => {
    const { member, object } = await stage.member();
    return { input: { ...inAcme, email: member, role: 'admin' }, object };
  },
  'identity.removeOrganizationMember': async (stage) => {
    const { object } = await stage.member();
    return { input: { ...inAcme, member: object.id, successor: 'owner@example.com' }, object };
  },
  'identity.resetPassword': async (stage) => {
    const { member, object } = await stage.member();
    return { input: { ...inAcme, member }, object };
  },
  'identity.resendInvitation': async (stage) => {
    const { invitation, object } = await stage.invitation();
    return { input: { ...inAcme, invitation }, object };
  },
  'identity.cancelInvitation': async (stage) => {
    const { invitation, object } = await stage.invitation();
    return { input: { ...inAcme, invitation: invitation.toUpperCase() }, object };
  },
  'identity.createApiKey': () => {
    const name = fresh('new');
    return { input: { ...inTools, name }, object: { kind: 'key', id: MADE, name } };
  },
  'identity.deleteApiKey': async (stage) => {
    const object = await stage.newKey();
    return { input: { id: object.id }, object };
  },
  'registry.publishTile': async () => {
    const name = `tools/${fresh('new')}`;
    return {
      input: inTools,
      upload: await archiveOf({ name, private: true }),
      object: nameless('version', `${name}@1.0.0`),
    };
  },
  'registry.archiveTile': (stage) => onPlugin(stage, { archived: true }),
  'registry.archiveVersion': (stage) => onVersion(stage, { archived: true }),
  'registry.unpublishTile': (stage) => onPlugin(stage),
  'registry.unpublishVersion': (stage) => onVersion(stage),
  'project.createProject': () => {
    const name = fresh('new');
    return {
      input: { ...inTools, name },
      object: { kind: 'project', id: MADE, name: `tools/${name}` },
    };
  },
  'project.updateProject': async (stage) => {
    const object = await stage.newProject();
    return {
      input: { projectId: object.id, sourceUri: 'https://git.example/acme/web.git' },
      object,
    };
  },
  'project.deleteProject': async (stage) => {
    const object = await stage.newProject();
    return { input: { projectId: object.id }, object };
  },
  'policy.setPolicy': async (stage) => ({
    input: { ...policyTarget, installPolicy: { version: 1, rules: {} } },
    object: await policy(stage),
  }),
  'policy.deletePolicy': async (stage) => ({ input: policyTarget, object: await policy(stage) }),
  'policy.setManagedProject': (stage) => managedProject(stage, { manifest: { dependencies: {} } }),
  'policy.deleteManagedProject': (stage) => managedProject(stage),
};
