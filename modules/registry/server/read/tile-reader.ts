import { serviceKey } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { NAME_PATTERN } from '../../../identity/contract/name-rules.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { select } from '../statement.js';
import { tileOf, tileSelection, versionOf, versionSelection, type Row, type TileRecord, type VersionRecord } from './tile-rows.js';

export interface TileWithLatest {
  readonly tile: TileRecord;
  readonly latest: VersionRecord | null;
}

export interface TileWithVersion {
  readonly tile: TileRecord;
  readonly version: VersionRecord;
  /** False when it was asked for as `latest`: the answer may change. */
  readonly exact: boolean;
}

export const tileReaderKey = serviceKey<TileReader>('registry.tileReader');

const VERSION = /^([^@]*)@([0-9A-Za-z.+-]{1,256})$/;

/** What has not the form of a name cannot exist, and is not worth a query. */
function isTileName(ref: string): boolean {
  const parts = ref.split('/');
  return parts.length === 2 && parts.every((part) => NAME_PATTERN.test(part));
}

const TILE_SQL = `SELECT ${tileSelection}, ${versionSelection} FROM "registry_tiles" t
  LEFT JOIN "registry_versions" v ON v."id" = t."latest_version_id" WHERE t."full_name" = ?`;
const EXACT_SQL = `SELECT ${tileSelection}, ${versionSelection} FROM "registry_tiles" t
  JOIN "registry_versions" v ON v."tile_id" = t."id" AND v."semver" = ? WHERE t."full_name" = ?`;
const LATEST_SQL = `SELECT ${tileSelection}, ${versionSelection} FROM "registry_tiles" t
  JOIN "registry_versions" v ON v."id" = t."latest_version_id" WHERE t."full_name" = ?`;

/** Finds a plugin together with a version of it in one statement. */
@injectable()
export class TileReader {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  /** `ref` is `<workspace>/<plugin>`. */
  async tile(ref: string): Promise<TileWithLatest | null> {
    if (!isTileName(ref)) return null;
    const [row] = await select<Row>(this.database, TILE_SQL, [ref]);
    return row === undefined ? null : { tile: tileOf(row), latest: versionOf(row) };
  }

  /** `ref` is `<workspace>/<plugin>@<version>`, where the version is exact or `latest`. */
  async version(ref: string): Promise<TileWithVersion | null> {
    const [, name, wanted] = VERSION.exec(ref) ?? [];
    if (name === undefined || wanted === undefined || !isTileName(name)) return null;
    const exact = wanted !== 'latest';
    const [row] = await select<Row>(this.database, exact ? EXACT_SQL : LATEST_SQL, exact ? [wanted, name] : [name]);
    const version = row === undefined ? null : versionOf(row);
    return row === undefined || version === null ? null : { tile: tileOf(row), version, exact };
  }
}
