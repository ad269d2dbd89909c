import type { Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { Release, ReleaseDirectory, ReleasedPlugin } from '../../contract/releases.js';
import type { Severity } from '../../contract/scanners.js';
import type { ModerationStatus } from '../../contract/version-view.js';
import { placeholders, select } from '../statement.js';
import { isTileName } from './tile-reader.js';
import { Visibility } from './visibility.js';

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

const statement = (
  names: readonly string[],
  visible: string,
): string => `SELECT t."full_name" AS "name",
  t."workspace_id" AS "workspaceId", t."organization_id" AS "organizationId", v."semver" AS "version", v."published_at" AS "publishedAt",
  v."state" AS "state", v."severity" AS "severity", COALESCE(v."archived_at", t."archived_at") AS "archivedAt"
  FROM "registry_tiles" t JOIN "registry_versions" v ON v."tile_id" = t."id"
  WHERE t."full_name" IN (${placeholders(names)}) AND ${visible} ORDER BY t."full_name", v."sort_key" DESC`;

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
    const { where, parameters } = await this.visibility.of(caller);
    const rows = await select<Row>(this.database, statement(wanted, where), [
      ...wanted,
      ...parameters,
    ]);
    const plugins = new Map<string, ReleasedPlugin & { readonly releases: Release[] }>();
    for (const row of rows) {
      const { name, workspaceId, organizationId } = row;
      const plugin = plugins.get(name) ?? { name, workspaceId, organizationId, releases: [] };
      plugin.releases.push(releaseOf(row));
      plugins.set(name, plugin);
    }
    return plugins;
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
