import { serviceKey, signInRequired, type Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../../identity/contract/access.js';
import { isUuid, NAME_PATTERN } from '../../../identity/contract/name-rules.js';
import { placeholders } from '../statement.js';

export const visibilityKey = serviceKey<Visibility>('registry.visibility');

/** A condition on plugins (table `t`), for lists and searches. */
export interface TileFilter {
  readonly where: string;
  readonly parameters: readonly unknown[];
}

/** What a caller may find in lists and searches. */
@injectable()
export class Visibility {
  constructor(@inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory) {}

  /** The public plugins and those of the caller's workspaces. Strangers need sign-in where the instance is closed to them. */
  async of(caller: Caller): Promise<TileFilter> {
    if (caller.kind === 'system') return { where: 'TRUE', parameters: [] };
    if (caller.kind === 'anonymous' && !this.workspaces.publicRead()) throw signInRequired();
    const own = caller.kind === 'anonymous' ? [] : await this.workspaces.visibleTo(caller);
    if (own.length === 0) return { where: 't."private" = FALSE', parameters: [] };
    return { where: `(t."private" = FALSE OR t."workspace_id" IN (${placeholders(own)}))`, parameters: own };
  }
}

export const nothing: TileFilter = { where: 'FALSE', parameters: [] };

/** Plugins of one workspace, by its name or id. What can be neither is not asked for: PostgreSQL refuses some texts. */
export function ofWorkspace(nameOrId: string): TileFilter {
  if (isUuid(nameOrId)) return { where: 't."workspace_id" = ?', parameters: [nameOrId.toLowerCase()] };
  if (!NAME_PATTERN.test(nameOrId)) return nothing;
  // full names are indexed and sort byte by byte: `acme/…` lies between `acme/` and `acme0`
  return { where: 't."full_name" > ? AND t."full_name" < ?', parameters: [`${nameOrId}/`, `${nameOrId}0`] };
}

/** All conditions at once. */
export function allOf(filters: readonly TileFilter[]): TileFilter {
  return { where: filters.map(({ where }) => where).join(' AND '), parameters: filters.flatMap(({ parameters }) => parameters) };
}
