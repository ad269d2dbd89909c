import type { AuditObject } from '../../../modules/audit/contract/events.js';
import {
  createApiKey,
  createWorkspace,
  listOrganizationMembers,
  viewWorkspace,
} from '../../../modules/identity/contract/index.js';
import { listInvitations } from '../../../modules/identity/contract/operations/invitations.js';
import { listSessions } from '../../../modules/identity/contract/operations/sessions.js';
import { viewProject } from '../../../modules/project/contract/operations.js';
import type { World } from '../authorization/world.js';

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

/** Calls by operation: one for each that is audited. */
export type AuditedCalls = Readonly<
  Record<string, (stage: Stage) => AuditedCall | Promise<AuditedCall>>
>;

export const MADE = 'made';

let counter = 0;
export const fresh = (what: string): string => `${what}-${++counter}`;
export const nameless = (kind: string, name: string): AuditObject => ({ kind, id: null, name });

/** Prepares the objects of the calls. */
export class Stage {
  constructor(
    readonly world: World,
    readonly token: string,
  ) {}

  get fixture() {
    return this.world.fixtures.own;
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
    const member = await this.fixture.newMember();
    return { member, object: await this.user(member, workspace) };
  }

  async invitation(): Promise<{ readonly invitation: string; readonly object: AuditObject }> {
    const invitation = await this.fixture.newInvitation();
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
    const id = await this.fixture.newProject();
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

export const inAcme = { organization: 'acme' };
export const inTools = { workspace: 'tools' };
