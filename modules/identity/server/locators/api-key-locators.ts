import { inject, injectable } from 'tsyringe';
import type { Located, Locator } from 'svc-registry/kernel';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { isUuid } from '../../contract/name-rules.js';
import { parseApiKeyScopeRef } from '../../contract/references.js';
import type { Organization } from '../entities/people.js';
import { ApiKey } from '../entities/tokens.js';
import { Organizations } from '../workspaces/organizations.js';
import { type WorkspaceRecord, Workspaces } from '../workspaces/workspaces.js';
import { locatedOrganization } from './organization-locator.js';
import { locatedWorkspace } from './workspace-locator.js';

/** Scopes of API keys: `workspace <name or id>` or `org <name or id>`. */
@injectable()
export class ApiKeyScopeLocator implements Locator<WorkspaceRecord | Organization> {
  constructor(
    @inject(Workspaces) private readonly workspaces: Workspaces,
    @inject(Organizations) private readonly organizations: Organizations,
  ) {}

  async locate(id: string): Promise<Located<WorkspaceRecord | Organization> | null> {
    const scope = parseApiKeyScopeRef(id);
    if (scope?.kind === 'workspace') {
      const record = await this.workspaces.find(scope.id);
      return record === null ? null : locatedWorkspace(record);
    }
    const row = scope === undefined ? null : await this.organizations.find(scope.id);
    return row === null ? null : locatedOrganization(row);
  }

  named(reference: string): { kind: string; id: string } {
    const scope = parseApiKeyScopeRef(reference);
    return {
      kind: scope?.kind === 'workspace' ? 'workspace' : 'organization',
      id: scope?.id ?? reference,
    };
  }
}

/** API keys by id; revoked ones are not found. */
@injectable()
export class ApiKeyLocator implements Locator<ApiKey> {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async locate(id: string): Promise<Located<ApiKey> | null> {
    const key = isUuid(id)
      ? await this.database.manager.findOneBy(ApiKey, { id: id.toLowerCase() })
      : null;
    if (key === null || key.revokedAt !== null) return null;
    const { name, workspaceId, organizationId } = key;
    return {
      kind: 'key',
      name,
      workspaceId: workspaceId ?? undefined,
      organizationId,
      visibility: 'members',
      value: key,
    };
  }

  named(id: string): { kind: string; id: string } {
    return { kind: 'API key', id };
  }
}
