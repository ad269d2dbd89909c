import { startTestHost, type TestHost } from 'svc-registry/testing';
import type { Ask, ModuleDeclaration, Operation, ServerStartedHook } from 'svc-registry/kernel';
import identity from '../../modules/identity/module.js';
import { FirstSteps } from '../../modules/identity/server/server-started.js';
import {
  addOrganizationMember,
  addWorkspaceMember,
  createWorkspace,
} from '../../modules/identity/contract/index.js';
import { redeemCode } from '../../modules/identity/contract/operations/sign-in.js';
import type { OrganizationRole, WorkspaceRole } from '../../modules/identity/contract/index.js';
import { Provisioning } from '../../modules/identity/server/accounts/provisioning.js';
import { User } from '../../modules/identity/server/entities/people.js';
import { type SessionOrigin, Sessions } from '../../modules/identity/server/accounts/sessions.js';
import { Workspace } from '../../modules/identity/server/entities/workspaces.js';
import { PasswordHasher } from '../../modules/identity/server/password-hasher.js';
import { unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import persistence from '../../modules/persistence/module.js';
import web from '../../modules/web/module.js';
import type { DatabaseLocation, TestDatabase } from './databases.js';

export const PASSWORD = 'correct horse battery';

/** Calls an operation as the holder of the token; without one, as a stranger. */
export interface Invoke {
  <I extends object, R>(operation: Operation<I, R>, input: I, token?: string): Promise<R>;
  (operation: string, input: unknown, token?: string): Promise<unknown>;
}

/** A server with accounts on one database, and a clock that the test moves. */
export interface IdentityServer {
  readonly host: TestHost;
  readonly clock: { now: Date };
  /** Moves the clock on, by milliseconds. */
  later(ms: number): void;
  readonly invoke: Invoke;
  /** Runs what runs when a server begins to listen; answers the printed lines. */
  started(event?: { dev?: boolean }): Promise<readonly string[]>;
  /** The first administrator: its session token. Founds the organization. */
  firstAdmin(email: string, organization: string): Promise<string>;
  /** Someone new in the organization, and in a workspace if one is named: their session token. */
  newcomer(admin: string, who: Newcomer): Promise<string>;
  /** Another organization with its admin, as `serve --dev` founds one: the admin's session token. */
  foundOrganization(name: string, email: string): Promise<string>;
  /** A new session of someone who has an account. */
  newSession(email: string, from?: SessionOrigin): Promise<string>;
  /** Someone without a password who is a member of the workspace and its organization: their e-mail address. */
  newMember(email: string, workspace: string): Promise<string>;
  newWorkspace(admin: string, name: string): Promise<string>;
  stop(): Promise<void>;
}

export interface Newcomer {
  readonly email: string;
  readonly organization: string;
  readonly role?: OrganizationRole;
  readonly workspace?: { readonly name: string; readonly role: WorkspaceRole };
}

export interface ServerOptions {
  readonly modules?: readonly ModuleDeclaration[];
  readonly env?: Readonly<Record<string, string>>;
  readonly facet?: 'server' | 'both';
  readonly ask?: Ask;
  /** The program svc, which workers need. */
  readonly program?: string;
  /** Default: a new one. */
  readonly location?: DatabaseLocation;
}

/** The printed one-time code. */
export function codeIn(lines: readonly string[]): string {
  const code = /svc_code_[0-9A-Za-z]{38}/.exec(lines.join('\n'))?.[0];
  if (code === undefined) throw new Error(`no code in: ${lines.join('\n')}`);
  return code;
}

export async function startIdentity(
  database: TestDatabase,
  options: ServerOptions = {},
): Promise<IdentityServer> {
  const location = options.location ?? (await database.create());
  const clock = { now: new Date('2026-03-01T09:00:00.000Z') };
  const host = await startTestHost({
    modules: [persistence, web, identity, ...(options.modules ?? [])],
    facet: options.facet ?? 'server',
    env: { ...location.env, ...options.env },
    clock: () => clock.now,
    ...(options.ask && { ask: options.ask }),
    ...(options.program !== undefined && { program: options.program }),
  });
  const server = host.server!;
  const started = async ({ dev = false } = {}): Promise<readonly string[]> => {
    const services = await server.services('identity');
    const hook: ServerStartedHook = services.build(FirstSteps);
    return hook.serverStarted({ origin: 'http://127.0.0.1:4873', dev });
  };
  const foundOrganization = async (name: string, email: string): Promise<string> => {
    const services = await server.services('identity');
    const [provisioning, hasher] = [services.get(Provisioning), services.get(PasswordHasher)];
    const passwordHash = await hasher.hash(PASSWORD);
    return services.get(unitOfWorkKey).run(async (manager) => {
      const organization = await provisioning.organization(manager, name);
      const user = await provisioning.user(manager, {
        email,
        passwordHash,
        defaultOrganizationId: organization.id,
      });
      await provisioning.organizationRole(manager, {
        organizationId: organization.id,
        userId: user.id,
        role: 'admin',
      });
      return (await services.get(Sessions).start(manager, user)).token;
    });
  };
  const newSession = async (email: string, from?: SessionOrigin): Promise<string> => {
    const services = await server.services('identity');
    return services.get(unitOfWorkKey).run(async (manager) => {
      const user = await manager.findOneByOrFail(User, { email });
      return (await services.get(Sessions).start(manager, user, from)).token;
    });
  };
  const newMember = async (email: string, name: string): Promise<string> => {
    const services = await server.services('identity');
    const provisioning = services.get(Provisioning);
    await services.get(unitOfWorkKey).run(async (manager) => {
      const { id: workspaceId, organizationId } = await manager.findOneByOrFail(Workspace, {
        name,
      });
      const { id: userId } = await provisioning.user(manager, {
        email,
        passwordHash: null,
        defaultOrganizationId: organizationId,
      });
      await provisioning.organizationRole(manager, { organizationId, userId, role: 'member' });
      await provisioning.workspaceRole(manager, { workspaceId, userId, role: 'member' });
    });
    return email;
  };
  const invoke = ((operation: never, input: never, token?: string) =>
    host.invoke(operation, input, { token })) as Invoke;
  return {
    host,
    clock,
    later: (ms) => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    invoke,
    started,
    foundOrganization,
    newSession,
    newMember,
    firstAdmin: async (email, organization) => {
      const code = codeIn(await started());
      return (await server.invoke(redeemCode, { code, email, password: PASSWORD, organization }))
        .token;
    },
    newcomer: async (token, { email, organization, role = 'member', workspace }) => {
      const { invitation } = await server.invoke(
        addOrganizationMember,
        { organization, email, role },
        { token },
      );
      const grant = await server.invoke(redeemCode, {
        code: invitation!.code,
        email,
        password: PASSWORD,
      });
      if (workspace !== undefined) {
        await server.invoke(
          addWorkspaceMember,
          { workspace: workspace.name, email, role: workspace.role },
          { token },
        );
      }
      return grant.token;
    },
    newWorkspace: async (token, name) =>
      (await server.invoke(createWorkspace, { name }, { token })).id,
    stop: () => host.stop(),
  };
}
