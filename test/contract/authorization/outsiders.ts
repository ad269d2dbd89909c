import {
  addOrganizationMember,
  addWorkspaceMember,
  createApiKey,
  createWorkspace,
  listWorkspaces,
} from '../../../modules/identity/contract/index.js';
import { removeOrganizationMember } from '../../../modules/identity/contract/operations/organizations.js';
import { removeWorkspaceMember } from '../../../modules/identity/contract/operations/workspaces.js';
import { Provisioning } from '../../../modules/identity/server/accounts/provisioning.js';
import { Organization, User } from '../../../modules/identity/server/entities/people.js';
import { Workspace } from '../../../modules/identity/server/entities/workspaces.js';
import { unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import type { IdentityServer } from '../identity-server.js';
import type { Fixture } from './access-case.js';

/** Somebody who holds no role in a place now. */
export interface Outsider {
  readonly who: string;
  /** `undefined`: nobody in particular. */
  readonly token: string | undefined;
  /** Session of their browser. */
  readonly browser?: string;
  /** Has seen everything once, or asks a cache of those who have: knows all names, ids and validators. */
  readonly knowing?: true;
  /** Belongs to the place's organization, and so sees what belongs to it as a whole. */
  readonly ofOrganization?: true;
}

/** Gives somebody who has an account elsewhere a role in the place, as though they had accepted an invitation. */
async function join(
  { host }: IdentityServer,
  email: string,
  { organization, name }: Fixture,
): Promise<void> {
  const services = await host.server!.services('identity');
  const provisioning = services.get(Provisioning);
  await services.get(unitOfWorkKey).run(async (manager) => {
    const { id: userId } = await manager.findOneByOrFail(User, { email });
    const { id: organizationId } = await manager.findOneByOrFail(Organization, {
      name: organization,
    });
    const { id: workspaceId } = await manager.findOneByOrFail(Workspace, { name });
    await provisioning.organizationRole(manager, { organizationId, userId, role: 'member' });
    await provisioning.workspaceRole(manager, { workspaceId, userId, role: 'owner' });
  });
}

/** Everybody who must not learn what is in a place: `insider` is the token of its administrator. */
export async function outsidersOf(
  server: IdentityServer,
  fixture: Fixture,
  insider: string,
): Promise<readonly Outsider[]> {
  const { organization, name: workspace, bystander } = fixture;
  const { invoke } = server.host;
  const admin = { token: insider };
  const elsewhere = await server.foundOrganization('elsewhere', 'elsewhere@example.com');
  const removed = await server.foundOrganization('formerly', 'removed@example.com');
  await join(server, 'removed@example.com', fixture);
  // what a token opens is known already when it ends
  await invoke(listWorkspaces, {}, { token: removed });
  await invoke(removeOrganizationMember, { organization, member: 'removed@example.com' }, admin);
  const demoted = await server.newMember('demoted@example.com', workspace);
  const demotedToken = await server.newSession(demoted);
  await invoke(listWorkspaces, {}, { token: demotedToken });
  await invoke(removeWorkspaceMember, { workspace, member: demoted }, admin);
  const invited = await server.foundOrganization('invitees', 'invited@example.com');
  await invoke(
    addOrganizationMember,
    { organization, email: 'invited@example.com', role: 'admin' },
    admin,
  );
  await invoke(
    addWorkspaceMember,
    { workspace, email: 'invited@example.com', role: 'owner' },
    admin,
  );
  await invoke(createWorkspace, { name: 'annex', orgId: organization }, admin);
  const neighbour = await server.newMember('neighbour@example.com', 'annex');
  const key = async (scope: object, token: string) =>
    (await invoke(createApiKey, { name: 'outside', role: 'owner', ...scope }, { token })).value;
  // the sessions of one person are listed by their times
  server.clock.now = new Date(server.clock.now.getTime() + 1000);
  const browser = (email: string) => server.newSession(email, { kind: 'page' });
  const colleague = async (email: string) => ({
    token: await server.newSession(email),
    ofOrganization: true as const,
  });
  return [
    { who: 'nobody in particular', token: undefined, knowing: true },
    {
      who: 'an admin of another organization',
      token: elsewhere,
      browser: await browser('elsewhere@example.com'),
    },
    { who: 'a key of another organization', token: await key({ org: 'elsewhere' }, elsewhere) },
    {
      who: 'a former member of the organization',
      token: removed,
      browser: await browser('removed@example.com'),
      knowing: true,
    },
    {
      who: 'an invited person who has not accepted',
      token: invited,
      browser: await browser('invited@example.com'),
    },
    { who: 'a key of another workspace', token: await key({ workspace: 'annex' }, insider) },
    { who: 'a member of another workspace', ...(await colleague(neighbour)) },
    {
      who: 'a former member of the workspace',
      ...(await colleague(demoted)),
      token: demotedToken,
      knowing: true,
    },
    { who: 'a member of the organization', ...(await colleague(bystander)) },
  ];
}
