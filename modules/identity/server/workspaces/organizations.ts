import type { PageInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { staleState, type Page } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type { OrganizationView } from '../../contract/dto/organization.js';
import { isName, isUuid } from '../../contract/name-rules.js';
import type { Principal } from '../access/principal.js';
import { Organization, User } from '../entities/people.js';
import { ApiKey } from '../entities/tokens.js';

const noScope = { organizationId: null, workspaceId: null };

/** Reads organizations. */
@injectable()
export class Organizations {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async find(reference: string): Promise<Organization | null> {
    if (!isUuid(reference) && !isName(reference)) return null;
    const where = isUuid(reference) ? { id: reference.toLowerCase() } : { name: reference };
    return this.database.manager.findOneBy(Organization, where);
  }

  /** The default organization of a user, or the organization and workspace of an API key. */
  async scopeOf(
    callerId: string,
  ): Promise<{ organizationId: string | null; workspaceId: string | null }> {
    if (!isUuid(callerId)) return noScope;
    const user = await this.database.manager.findOneBy(User, { id: callerId });
    if (user !== null) return { organizationId: user.defaultOrganizationId, workspaceId: null };
    return (await this.database.manager.findOneBy(ApiKey, { id: callerId })) ?? noScope;
  }

  async pageFor({ organizations }: Principal, input: PageInput): Promise<Page<OrganizationView>> {
    const page = keyPage(input);
    const ids = [...organizations.keys()];
    if (ids.length === 0) return { data: [], next: null, prev: null };
    const query = this.database.manager
      .createQueryBuilder(Organization, 'o')
      .where('o.id IN (:...ids)', { ids });
    const rows = await onPage(query, page, { column: 'o.name' }).getMany();
    const { data, ...cursors } = pageOf(page, rows, ({ name }) => name);
    return {
      ...cursors,
      data: data.map((row) => viewOfOrganization(row, organizations.get(row.id) ?? null)),
    };
  }
}

export function viewOfOrganization(
  { id, name, createdAt }: Organization,
  role: OrganizationView['role'],
): OrganizationView {
  return { id, name, role, createdAt: createdAt.toISOString() };
}

/**
 * Serializes changes of an organization's members: otherwise two owners could remove each other at the same time and
 * leave none. An UPDATE locks the row on every engine.
 */
export async function lockOrganization(manager: EntityManager, id: string): Promise<void> {
  const { affected } = await manager.increment(Organization, { id }, 'revision', 1);
  if (affected !== 1) throw staleState({ kind: 'organization', id, state: 'deleted' });
}
