import { signInRequired, type Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { isUuid, NAME_PATTERN } from '../../../identity/contract/name-rules.js';
import { PUBLIC_TERM, termOfScope } from '../search/index-terms.js';
import { placeholders } from '../statement.js';

/** A condition on plugins, for lists and searches. */
export interface TileFilter {
  /** On the plugin's row, `t`. It decides. */
  readonly where: string;
  readonly parameters: readonly unknown[];
  /** The same for the full text, so that it looks at nothing else: one of each of these lists of terms. Nothing to say when left out. */
  readonly terms?: readonly (readonly string[])[];
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
    const terms = [[PUBLIC_TERM, ...own.map(termOfScope)]];
    if (own.length === 0) return { where: 't."private" = FALSE', parameters: [], terms };
    return {
      where: `(t."private" = FALSE OR t."workspace_id" IN (${placeholders(own)}))`,
      parameters: own,
      terms,
    };
  }
}

export const nothing: TileFilter = { where: 'FALSE', parameters: [], terms: [[]] };

/** Plugins of one workspace, by its name or id. What can be neither is not asked for: PostgreSQL refuses some texts. */
export function ofWorkspace(nameOrId: string): TileFilter {
  const terms = [[termOfScope(nameOrId.toLowerCase())]];
  if (isUuid(nameOrId))
    return { where: 't."workspace_id" = ?', parameters: [nameOrId.toLowerCase()], terms };
  if (!NAME_PATTERN.test(nameOrId)) return nothing;
  // full names are indexed and sort byte by byte: `acme/…` lies between `acme/` and `acme0`
  return {
    where: 't."full_name" > ? AND t."full_name" < ?',
    parameters: [`${nameOrId}/`, `${nameOrId}0`],
    terms,
  };
}

/** All conditions at once. */
export function allOf(filters: readonly TileFilter[]): TileFilter {
  return {
    where: filters.map(({ where }) => where).join(' AND '),
    parameters: filters.flatMap(({ parameters }) => parameters),
    terms: filters.flatMap(({ terms = [] }) => terms),
  };
}
