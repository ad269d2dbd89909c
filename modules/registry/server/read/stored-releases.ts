import type { Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { Release, ReleaseDirectory, ReleasedPlugin } from '../../contract/releases.js';
import type { Severity } from '../../contract/scanners.js';
import type { ModerationStatus } from '../../contract/version-view.js';
import { placeholders, select } from '../statement.js';
import { isTileName } from './tile-reader.js';
import { allOf, Visibility, type TileFilter } from './visibility.js';

interface Row {
  readonly name: string;
  readonly workspaceId: string;
  readonly organizationId: string;
  readonly version: string;
  readonly publishedAt: string | Date;
  readonly state: ModerationStatus;
  readonly severity: Severity | null;
  readonly archivedAt: unknown;
}

const statement = (where: string): string => `SELECT t."full_name" AS "name",
  t."workspace_id" AS "workspaceId", t."organization_id" AS "organizationId", v."semver" AS "version", v."published_at" AS "publishedAt",
  v."state" AS "state", v."severity" AS "severity", COALESCE(v."archived_at", t."archived_at") AS "archivedAt"
  FROM "registry_tiles" t JOIN "registry_versions" v ON v."tile_id" = t."id"
  WHERE ${where} ORDER BY t."full_name", v."sort_key" DESC`;

/** Reads all versions of several plugins in one statement. */
@injectable()
export class StoredReleases implements ReleaseDirectory {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(Visibility) private readonly visibility: Visibility,
  ) {}

  async find(
    names: readonly string[],
    caller: Caller,
  ): Promise<ReadonlyMap<string, ReleasedPlugin>> {
    const wanted = [...new Set(names.filter(isTileName))];
    if (wanted.length === 0) return new Map();
    const named = { where: `t."full_name" IN (${placeholders(wanted)})`, parameters: wanted };
    const rows = await this.#rows(named, caller);
    const plugins = new Map<string, ReleasedPlugin & { readonly releases: Release[] }>();
    for (const row of rows) {
      const { name, workspaceId, organizationId } = row;
      const plugin = plugins.get(name) ?? { name, workspaceId, organizationId, releases: [] };
      plugin.releases.push(releaseOf(row));
      plugins.set(name, plugin);
    }
    return plugins;
  }

  async release(name: string, version: string, caller: Caller): Promise<Release | undefined> {
    // PostgreSQL rejects NUL in text
    if (!isTileName(name) || version.includes('\0')) return undefined;
    const named = { where: 't."full_name" = ? AND v."semver" = ?', parameters: [name, version] };
    const [row] = await this.#rows(named, caller);
    return row && releaseOf(row);
  }

  async #rows(named: TileFilter, caller: Caller): Promise<Row[]> {
    const { where, parameters } = allOf([named, await this.visibility.of(caller)]);
    return select<Row>(this.database, statement(where), parameters);
  }
}

function releaseOf({ version, publishedAt, state, severity, archivedAt }: Row): Release {
  return {
    version,
    publishedAt: new Date(publishedAt),
    moderationStatus: state,
    severity,
    archived: archivedAt !== null,
  };
}
