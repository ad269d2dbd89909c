import { inject, injectable } from 'tsyringe';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { hostKey, type Caller, type HostInfo, type Located } from 'svc-registry/kernel';
import type {
  CallerScope,
  OrganizationSummary,
  WorkspaceDirectory,
  WorkspaceSummary,
} from '../../contract/access.js';
import { Decisions } from '../access/decisions.js';
import { Principals } from '../access/principals.js';
import { publicRead } from '../access/switches.js';
import { holdWorkspace } from './hold-workspace.js';
import { Organizations } from './organizations.js';
import { Workspaces } from './workspaces.js';

const summary = ({ id, name, organizationId }: WorkspaceSummary): WorkspaceSummary => ({
  id,
  name,
  organizationId,
});

/** The workspace queries that other modules use. */
@injectable()
export class StoredWorkspaceDirectory implements WorkspaceDirectory {
  constructor(
    @inject(Workspaces) private readonly workspaces: Workspaces,
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(Principals) private readonly principals: Principals,
    @inject(Decisions) private readonly decisions: Decisions,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async find(nameOrId: string): Promise<WorkspaceSummary | null> {
    const record = await this.workspaces.find(nameOrId);
    return record === null ? null : summary(record);
  }

  async nameOf(id: string): Promise<string> {
    return (await this.workspaces.find(id))?.name ?? id;
  }

  /** Joins the caller's unit. */
  async hold(id: string): Promise<void> {
    await this.unitOfWork.run((manager) => holdWorkspace(manager, id));
  }

  async findOrganization(nameOrId: string): Promise<OrganizationSummary | null> {
    const record = await this.organizations.find(nameOrId);
    return record === null ? null : { id: record.id, name: record.name };
  }

  async scopeOf(callerId: string): Promise<CallerScope | null> {
    const { organizationId, workspaceId } = await this.organizations.scopeOf(callerId);
    const organization =
      organizationId === null ? null : await this.findOrganization(organizationId);
    return organization === null
      ? null
      : { organization, workspace: workspaceId === null ? null : await this.find(workspaceId) };
  }

  findCaller(kind: 'user' | 'key', id: string): Promise<Caller | null> {
    return this.principals.find(kind, id);
  }

  async visibleTo(caller: Caller): Promise<readonly string[]> {
    return this.workspaces.idsFor(await this.principals.of(caller));
  }

  async organizationsOf(caller: Caller): Promise<readonly string[]> {
    return [...(await this.principals.of(caller)).organizations.keys()];
  }

  async allowedOn(caller: Caller, object: Located): Promise<readonly string[]> {
    return this.decisions.allowed(await this.principals.of(caller), object);
  }

  publicRead(): boolean {
    return publicRead(this.host.env);
  }
}
