import type { SqlDatabase } from '../../../../persistence/contract/db.js';
import { placeholders, select } from '../../statement.js';

/** A version that moderation hides though its authors wanted it to be the latest. */
export interface HiddenLatest {
  readonly name: string;
  readonly version: string;
  readonly state: 'fail' | 'error';
  readonly publishedAt: string | Date;
}

const MOST = 10;

/** Those of the plugins of some workspaces, the newest first. */
export async function hiddenLatest(
  database: SqlDatabase,
  workspaces: readonly string[],
): Promise<HiddenLatest[]> {
  if (workspaces.length === 0) return [];
  const sql = `SELECT t."full_name" AS "name", v."semver" AS "version", v."state", v."published_at" AS "publishedAt"
    FROM "registry_tiles" t JOIN "registry_versions" v ON v."tile_id" = t."id" LEFT JOIN "registry_versions" l ON l."id" = t."latest_version_id"
    WHERE t."workspace_id" IN (${placeholders(workspaces)}) AND t."archived_at" IS NULL AND v."archived_at" IS NULL
      AND v."state" IN ('fail', 'error') AND (l."id" IS NULL OR l."sort_key" < v."sort_key")
    ORDER BY v."published_at" DESC LIMIT ${MOST}`;
  return select<HiddenLatest>(database, sql, workspaces);
}
