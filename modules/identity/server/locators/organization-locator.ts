import { inject, injectable } from 'tsyringe';
import type { Located, Locator } from 'svc-registry/kernel';
import { defaultOrganizationOwner } from '../../contract/references.js';
import type { Organization } from '../entities/people.js';
import { Organizations } from '../workspaces/organizations.js';

export function locatedOrganization(row: Organization): Located<Organization> {
  return {
    kind: 'organization',
    name: row.name,
    organizationId: row.id,
    visibility: 'members',
    value: row,
  };
}

/** Organizations by name or id, and the caller's default organization. */
@injectable()
export class OrganizationLocator implements Locator<Organization> {
  constructor(@inject(Organizations) private readonly organizations: Organizations) {}

  async locate(id: string): Promise<Located<Organization> | null> {
    const owner = defaultOrganizationOwner(id);
    const reference =
      owner === undefined ? id : (await this.organizations.scopeOf(owner)).organizationId;
    const row = reference === null ? null : await this.organizations.find(reference);
    return row === null ? null : locatedOrganization(row);
  }

  named(id: string): { kind: string; id: string } {
    const owner = defaultOrganizationOwner(id);
    return owner === undefined
      ? { kind: 'organization', id }
      : { kind: 'default organization of', id: owner };
  }
}
