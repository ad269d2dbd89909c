import type { QueryRunner } from 'typeorm';
import {
  columns,
  createTable,
  engineOf,
  type TableSpec,
  type Migration,
} from '../../../persistence/contract/db.js';
import { moderationStatuses } from '../../contract/version-view.js';
import * as postgres from '../search/postgres/search-tables.js';
import * as sqlite from '../search/sqlite/search-tables.js';

const tiles: TableSpec = {
  name: 'registry_tiles',
  columns: {
    id: columns.id(),
    workspace_id: columns.id(),
    organization_id: columns.id(),
    workspace_name: columns.text(),
    name: columns.text(),
    full_name: columns.text(),
    description: columns.text(),
    private: columns.boolean(),
    // no foreign key: the two tables would point at each other
    latest_version_id: columns.id({ nullable: true }),
    archived_at: columns.instant({ nullable: true }),
    archived_reason: columns.text({ nullable: true }),
    created_at: columns.instant(),
    updated_at: columns.instant(),
  },
  unique: [['full_name']],
  indices: [{ columns: ['workspace_id', 'full_name'] }],
};

const versions: TableSpec = {
  name: 'registry_versions',
  columns: {
    id: columns.id(),
    tile_id: columns.id(),
    semver: columns.text(),
    precedence: columns.text(),
    sort_key: columns.text(),
    prerelease: columns.boolean(),
    description: columns.text(),
    fingerprint: columns.text(),
    archive_sha256: columns.text(),
    archive_size: columns.counter(),
    file_count: columns.counter(),
    skills: columns.json(),
    rules: columns.json(),
    links: columns.json(),
    readme: columns.text({ nullable: true }),
    steering: columns.json({ nullable: true }),
    state: columns.oneOf(moderationStatuses),
    version: columns.counter(),
    moderation_error: columns.text({ nullable: true }),
    published_by: columns.id({ nullable: true }),
    published_at: columns.instant(),
    archived_at: columns.instant({ nullable: true }),
    archived_reason: columns.text({ nullable: true }),
  },
  unique: [['tile_id', 'precedence']],
  indices: [{ columns: ['tile_id', 'sort_key'] }],
  foreign: [{ columns: ['tile_id'], table: 'registry_tiles', onDelete: 'CASCADE' }],
};

const files: TableSpec = {
  name: 'registry_files',
  columns: {
    version_id: columns.id(),
    path: columns.text(),
    sha256: columns.text(),
    size: columns.counter(),
    executable: columns.boolean(),
  },
  primary: ['version_id', 'path'],
  foreign: [{ columns: ['version_id'], table: 'registry_versions', onDelete: 'CASCADE' }],
};

const tombstones: TableSpec = {
  name: 'registry_tombstones',
  columns: { tile_id: columns.id(), precedence: columns.text(), unpublished_at: columns.instant() },
  primary: ['tile_id', 'precedence'],
  foreign: [{ columns: ['tile_id'], table: 'registry_tiles', onDelete: 'CASCADE' }],
};

const tables = [tiles, versions, files, tombstones];

export class CreateRegistry1763640000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await createTable(runner, table);
    const search = engineOf(runner) === 'postgres' ? postgres : sqlite;
    for (const statement of search.createSearchTables) await runner.query(statement);
  }
}
