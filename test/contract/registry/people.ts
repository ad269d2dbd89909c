/** Accounts in memory, by the contract of the identity module: a token is a person's name. */
import {
  defineModule,
  locatorsPoint,
  contribute,
  authorizerKey,
  provideFactory,
  notFound,
  signInRequired,
  type Authorizer,
  type Caller,
  type Decision,
  type Located,
  type Locator,
  type ModuleDeclaration,
} from 'svc-registry/kernel';
import {
  workspaceDirectoryKey,
  workspaceRoles,
  type CallerScope,
  type OrganizationSummary,
  type WorkspaceDirectory,
  type WorkspaceRole,
  type WorkspaceSummary,
} from '../../../modules/identity/contract/access.js';

const LEAST: Readonly<Record<string, WorkspaceRole>> = {
  'tile:read': 'member',
  'tile:publish': 'publisher',
  'tile:archive': 'publisher',
  'tile:unpublish': 'publisher',
};

/** One organization, its workspaces, and who has which role where. */
export class People implements Authorizer, WorkspaceDirectory {
  readonly organization: OrganizationSummary = { id: crypto.randomUUID(), name: 'acme-inc' };
  readonly workspaces: WorkspaceSummary[];
  readonly roles = new Map<string, WorkspaceRole>();
  readonly ids = new Map<string, string>();
  publicReading = true;

  constructor(names: readonly string[]) {
    this.workspaces = names.map((name) => ({
      id: crypto.randomUUID(),
      name,
      organizationId: this.organization.id,
    }));
  }

  give(person: string, workspace: string, role: WorkspaceRole): void {
    this.ids.set(person, this.ids.get(person) ?? crypto.randomUUID());
    this.roles.set(
      `${this.ids.get(person)!} ${this.workspaces.find(({ name }) => name === workspace)!.id}`,
      role,
    );
  }

  authenticate(token: string | undefined): Promise<Caller> {
    if (token === undefined)
      return Promise.resolve({ kind: 'anonymous', id: null, label: 'anonymous' });
    const id = this.ids.get(token);
    if (id === undefined) throw signInRequired();
    return Promise.resolve({ kind: 'user', id, label: token });
  }

  decide(caller: Caller, permission: string, object: Located): Promise<Decision> {
    const role = this.roles.get(`${caller.id ?? ''} ${object.workspaceId ?? ''}`);
    const isPublic =
      object.visibility === 'public' && (this.publicReading || caller.kind !== 'anonymous');
    if (
      role !== undefined &&
      workspaceRoles.indexOf(role) >= workspaceRoles.indexOf(LEAST[permission]!)
    )
      return Promise.resolve('allow');
    if (permission === 'tile:read' && isPublic) return Promise.resolve('allow');
    return Promise.resolve(role === undefined ? 'hide' : 'deny');
  }

  find(nameOrId: string): Promise<WorkspaceSummary | null> {
    return Promise.resolve(
      this.workspaces.find(({ id, name }) => id === nameOrId || name === nameOrId) ?? null,
    );
  }

  async nameOf(id: string): Promise<string> {
    return (await this.find(id))?.name ?? id;
  }

  async hold(id: string): Promise<void> {
    if ((await this.find(id)) === null) throw notFound({ kind: 'workspace', id });
  }

  findOrganization(nameOrId: string): Promise<OrganizationSummary | null> {
    return Promise.resolve(
      [this.organization.id, this.organization.name].includes(nameOrId) ? this.organization : null,
    );
  }

  scopeOf(): Promise<CallerScope> {
    return Promise.resolve({ organization: this.organization, workspace: null });
  }

  findCaller(kind: 'user' | 'key', id: string): Promise<Caller> {
    return Promise.resolve({ kind, id, label: id });
  }

  visibleTo(caller: Caller): Promise<readonly string[]> {
    return Promise.resolve(
      this.workspaces
        .map(({ id }) => id)
        .filter((id) => this.roles.has(`${caller.id ?? ''} ${id}`)),
    );
  }

  organizationsOf(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  async allowedOn(caller: Caller, object: Located): Promise<readonly string[]> {
    const permissions = Object.keys(LEAST);
    const decisions = await Promise.all(
      permissions.map((permission) => this.decide(caller, permission, object)),
    );
    return permissions.filter((_, at) => decisions[at] === 'allow');
  }

  publicRead(): boolean {
    return this.publicReading;
  }
}

/** The identity module over `people`. */
export function identityOf(people: People): ModuleDeclaration {
  class WorkspaceLocator implements Locator {
    async locate(id: string): Promise<Located | null> {
      const found = await people.find(id);
      return (
        found && {
          kind: 'workspace',
          name: id,
          workspaceId: found.id,
          visibility: 'members',
          value: found,
        }
      );
    }
  }
  return defineModule({
    id: 'identity',
    api: '^1.0.0',
    summary: 'Accounts in memory',
    requires: ['persistence'],
    contributes: [
      contribute(locatorsPoint, 'workspace', { kind: 'workspace' }, () =>
        Promise.resolve(WorkspaceLocator),
      ),
    ],
    server: () =>
      Promise.resolve({
        default: {
          provides: [
            provideFactory(authorizerKey, () => people),
            provideFactory(workspaceDirectoryKey, () => people),
          ],
        },
      }),
  });
}
