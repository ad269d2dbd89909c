import semver from 'semver';
import { inject, injectable } from 'tsyringe';
import { isUuid, NAME_PATTERN } from '../../../identity/contract/name-rules.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { selectPrepared } from '../statement.js';
import {
  instant,
  tileOf,
  tileSelection,
  versionOf,
  versionSelection,
  type Row,
  type TileRecord,
  type VersionRecord,
} from './tile-rows.js';

export interface TileWithLatest {
  readonly tile: TileRecord;
  readonly latest: VersionRecord | null;
}

export interface TileWithVersion {
  readonly tile: TileRecord;
  readonly version: VersionRecord;
  /** False if it was requested as `latest`: the answer may change. */
  readonly exact: boolean;
}

/** A version that was unpublished. */
export interface UnpublishedVersion {
  readonly tile: TileRecord;
  readonly version: null;
  /** Without build metadata, in which versions do not differ. */
  readonly semver: string;
  readonly unpublishedAt: string;
}

const VERSION = /^([^@]*)@([0-9A-Za-z.+-]{1,256})$/;

/** A text without the form of a name cannot exist, which saves a query. */
export function isTileName(ref: string): boolean {
  const parts = ref.split('/');
  return parts.length === 2 && parts.every((part) => NAME_PATTERN.test(part));
}

/** A plugin whose versions were all unpublished does not exist. `v` is its latest version, if it has one. */
export const hasVersions = `(v."id" IS NOT NULL OR EXISTS (SELECT 1 FROM "registry_versions" e WHERE e."tile_id" = t."id"))`;

const TILE_SQL = `SELECT ${tileSelection}, ${versionSelection} FROM "registry_tiles" t
  LEFT JOIN "registry_versions" v ON v."id" = t."latest_version_id" WHERE t."full_name" = ? AND ${hasVersions}`;
const EXACT_SQL = `SELECT ${tileSelection}, ${versionSelection} FROM "registry_tiles" t
  JOIN "registry_versions" v ON v."tile_id" = t."id" AND v."semver" = ? WHERE t."full_name" = ?`;
const LATEST_SQL = `SELECT ${tileSelection}, ${versionSelection} FROM "registry_tiles" t
  JOIN "registry_versions" v ON v."id" = t."latest_version_id" WHERE t."full_name" = ?`;
const BY_ID_SQL = `SELECT ${tileSelection}, ${versionSelection} FROM "registry_tiles" t
  JOIN "registry_versions" v ON v."tile_id" = t."id" WHERE v."id" = ?`;
const UNPUBLISHED_SQL = `SELECT ${tileSelection}, b."unpublished_at" FROM "registry_tiles" t
  JOIN "registry_tombstones" b ON b."tile_id" = t."id" AND b."precedence" = ? WHERE t."full_name" = ?`;

/** Finds a plugin together with a version of it in one statement. */
@injectable()
export class TileReader {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  /** `ref` is `<workspace>/<plugin>`. */
  async tile(ref: string): Promise<TileWithLatest | null> {
    if (!isTileName(ref)) return null;
    const [row] = await selectPrepared<Row>(this.database, TILE_SQL, [ref]);
    return row === undefined ? null : { tile: tileOf(row), latest: versionOf(row) };
  }

  /** `ref` is `<workspace>/<plugin>@<version>`, where the version is exact or `latest`. */
  async version(ref: string): Promise<TileWithVersion | UnpublishedVersion | null> {
    const [, name, wanted] = VERSION.exec(ref) ?? [];
    if (name === undefined || wanted === undefined || !isTileName(name)) return null;
    return (await this.published(name, wanted)) ?? this.unpublished(name, wanted);
  }

  async versionById(id: string): Promise<TileWithVersion | null> {
    if (!isUuid(id)) return null;
    return this.found(BY_ID_SQL, [id], true);
  }

  private async published(name: string, wanted: string): Promise<TileWithVersion | null> {
    return wanted === 'latest'
      ? this.found(LATEST_SQL, [name], false)
      : this.found(EXACT_SQL, [wanted, name], true);
  }

  private async found(
    sql: string,
    parameters: readonly string[],
    exact: boolean,
  ): Promise<TileWithVersion | null> {
    const [row] = await selectPrepared<Row>(this.database, sql, parameters);
    const version = row === undefined ? null : versionOf(row);
    return row === undefined || version === null ? null : { tile: tileOf(row), version, exact };
  }

  private async unpublished(name: string, wanted: string): Promise<UnpublishedVersion | null> {
    const parsed = semver.parse(wanted);
    if (parsed === null) return null;
    const [row] = await selectPrepared<Row>(this.database, UNPUBLISHED_SQL, [parsed.version, name]);
    return row === undefined
      ? null
      : {
          tile: tileOf(row),
          version: null,
          semver: parsed.version,
          unpublishedAt: instant(row['unpublished_at']),
        };
  }
}
