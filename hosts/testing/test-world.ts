import type { Caller } from 'svc-registry/kernel';
import type { InvokeOptions, Kernel } from '../../kernel/index.js';
import {
  workspaceRoles,
  type OrganizationSummary,
  type WorkspaceRole,
  type WorkspaceSummary,
} from '../../modules/identity/contract/access.js';
import { Provisioning } from '../../modules/identity/server/accounts/provisioning.js';
import { Sessions } from '../../modules/identity/server/accounts/sessions.js';
import { unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import { publishTile } from '../../modules/registry/contract/operations.js';
import type { PublishResult } from '../../modules/registry/contract/publish-result.js';
import { archiveOf, type PluginSketch } from './plugin-archive.js';

/** `admin` of the organization, one for each role of the workspace, and an `outsider` who owns another workspace of another organization. */
export type PersonName = 'admin' | WorkspaceRole | 'outsider';

/** A person of a test world, who is signed in. */
export interface Person {
  readonly id: string;
  /** `<name>@example.com`. */
  readonly email: string;
  readonly caller: Caller;
  /** The token of their session, for requests over HTTP. */
  readonly token: string;
  /** Calls an operation as this person. */
  readonly invoke: Kernel['invoke'];
}

/** An organization, a workspace of the same name and people. */
export interface TestWorld {
  readonly organization: OrganizationSummary;
  readonly workspace: WorkspaceSummary;
  readonly people: Readonly<Record<PersonName, Person>>;
  /** Publishes a version as the `publisher`; whatever the sketch leaves out is made up. */
  readonly publish: (plugin?: PluginSketch) => Promise<PublishResult>;
}

/** Name of the outsider's organization and workspace. */
const ELSEWHERE = 'elsewhere';

type Accounts = Pick<TestWorld, 'organization' | 'workspace'> & {
  readonly people: Readonly<Record<PersonName, Omit<Person, 'invoke'>>>;
};

/** Makes them in the database, without passwords. */
async function provision(server: Kernel, name: string): Promise<Accounts> {
  const services = await server.services('identity');
  const [provisioning, sessions] = [services.get(Provisioning), services.get(Sessions)];
  return services.get(unitOfWorkKey).run(async (manager) => {
    const create = async (called: string) => {
      const organization = await provisioning.organization(manager, called);
      const organizationId = organization.id;
      const workspace = await provisioning.workspace(manager, { name: called, organizationId });
      return { organization, workspace };
    };
    const join = async (
      person: PersonName,
      { organization, workspace }: Pick<TestWorld, 'organization' | 'workspace'>,
      role: WorkspaceRole | 'admin',
    ) => {
      const email = `${person}@example.com`;
      const organizationId = organization.id;
      const account = { email, passwordHash: null, defaultOrganizationId: organizationId };
      const user = await provisioning.user(manager, account);
      const member = { organizationId, userId: user.id };
      const organizationRole = role === 'admin' ? 'admin' : 'member';
      await provisioning.organizationRole(manager, { ...member, role: organizationRole });
      const workspaceMember = { workspaceId: workspace.id, userId: user.id };
      if (role !== 'admin') await provisioning.workspaceRole(manager, { ...workspaceMember, role });
      const { token } = await sessions.start(manager, user);
      const caller = { kind: 'user', id: user.id, label: email } as const;
      return [person, { id: user.id, email, caller, token }] as const;
    };
    const here = await create(name);
    const people = [await join('admin', here, 'admin')];
    for (const role of workspaceRoles) people.push(await join(role, here, role));
    people.push(await join('outsider', await create(ELSEWHERE), 'owner'));
    return { ...here, people: Object.fromEntries(people) as Accounts['people'] };
  });
}

/** Makes an organization of this name on the server; calls go by `kernel`, which is the client's when there is one. */
export async function makeWorld(
  { kernel, server }: { readonly kernel: Kernel; readonly server: Kernel },
  name: string,
): Promise<TestWorld> {
  const { people, ...here } = await provision(server, name);
  const withInvoke = Object.entries(people).map(([person, account]) => {
    const { token } = account;
    const invoke = (operation: string, input: unknown, options?: InvokeOptions) =>
      kernel.invoke(operation, input, { token, ...options });
    return [person, { ...account, invoke }];
  });
  return {
    ...here,
    people: Object.fromEntries(withInvoke) as TestWorld['people'],
    publish: async (plugin = {}) => {
      const sketch = { name: `${name}/demo`, ...plugin };
      const workspace = sketch.name.split('/')[0] ?? name;
      const { token } = people.publisher;
      return server.invoke(publishTile, { workspace }, { token, upload: await archiveOf(sketch) });
    },
  };
}
