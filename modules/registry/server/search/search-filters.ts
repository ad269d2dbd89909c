import { signInRequired, type Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { filtersExclude } from '../../contract/errors.js';
import type { SearchInput } from '../../contract/search.js';
import { allOf, nothing, ofWorkspace, type TileFilter, Visibility } from '../read/visibility.js';
import { termOfScope } from './index-terms.js';

const installable: TileFilter = { where: 't."archived_at" IS NULL', parameters: [] };

/** The filter of a search. An unknown workspace or organization yields no hits, like one without plugins visible to the caller. */
@injectable()
export class SearchFilters {
  constructor(
    @inject(Visibility) private readonly visibility: Visibility,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async of({ workspace, org }: SearchInput, caller: Caller): Promise<TileFilter> {
    if (workspace !== undefined && org !== undefined) throw filtersExclude();
    if ((workspace ?? org) !== undefined && caller.kind === 'anonymous') throw signInRequired();
    const filters = [installable, await this.visibility.of(caller)];
    if (org !== undefined) filters.push(await this.ofOrganization(org));
    if (workspace !== undefined) filters.push(await this.workspace(workspace));
    return allOf(filters);
  }

  /** `<organization>/<workspace>`, or the workspace alone. */
  private async workspace(ref: string): Promise<TileFilter> {
    const slash = ref.indexOf('/');
    if (slash === -1) return ofWorkspace(ref);
    return allOf([
      ofWorkspace(ref.slice(slash + 1)),
      await this.ofOrganization(ref.slice(0, slash)),
    ]);
  }

  private async ofOrganization(nameOrId: string): Promise<TileFilter> {
    const organization = await this.workspaces.findOrganization(nameOrId);
    if (organization === null) return nothing;
    return {
      where: 't."organization_id" = ?',
      parameters: [organization.id],
      terms: [[termOfScope(organization.id)]],
    };
  }
}
