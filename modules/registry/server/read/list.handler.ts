import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  keyPage,
  pageOf,
  pageSql,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type { FileView } from '../../contract/file-view.js';
import type {
  ListFilesInput,
  ListTilesInput,
  ListVersionsInput,
} from '../../contract/tile-inputs.js';
import type { TileView } from '../../contract/tile-view.js';
import type { VersionView } from '../../contract/version-view.js';
import { select } from '../statement.js';
import { availableTarget, tileTarget } from './target.js';
import { hasVersions } from './tile-reader.js';
import { listedVersionSelection, tileOf, tileSelection, versionOf, type Row } from './tile-rows.js';
import { ContributedFacts } from './version-facts.js';
import { shownVersion, tileView, versionView } from './views.js';
import { allOf, ofWorkspace, type TileFilter, Visibility } from './visibility.js';

const MAX_TILES = 20;
const notArchived: TileFilter = { where: 't."archived_at" IS NULL', parameters: [] };

@injectable()
export class ListTilesHandler implements Handler<ListTilesInput, Page<TileView>> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(Visibility) private readonly visibility: Visibility,
    @inject(ContributedFacts) private readonly facts: ContributedFacts,
  ) {}

  async run(input: ListTilesInput, { caller }: Context): Promise<Page<TileView>> {
    const page = keyPage(input, MAX_TILES);
    const { where: behind, parameters: key, tail } = pageSql(page, { column: 't."full_name"' });
    const filter = allOf([
      await this.visibility.of(caller),
      ...this.filters(input),
      { where: behind, parameters: key },
    ]);
    const sql = `SELECT ${tileSelection}, ${listedVersionSelection} FROM "registry_tiles" t
      LEFT JOIN "registry_versions" v ON v."id" = t."latest_version_id" WHERE ${hasVersions} AND ${filter.where} ${tail}`;
    const rows = await select<Row>(this.database, sql, filter.parameters);
    const { data, next, prev } = pageOf(page, rows, (row) => row['t_full_name'] as string);
    const found = data.map((row) => ({ tile: tileOf(row), latest: versionOf(row) }));
    const shown = found.flatMap(({ tile, latest }) =>
      latest === null ? [] : [shownVersion(tile, latest)],
    );
    const facts = await this.facts.of(shown, { viewer: caller, whole: false });
    return { data: found.map(({ tile, latest }) => tileView(tile, latest, facts)), next, prev };
  }

  private filters({ workspace, includeArchived }: ListTilesInput): TileFilter[] {
    const archived = includeArchived === true ? [] : [notArchived];
    return workspace === undefined ? archived : [...archived, ofWorkspace(workspace)];
  }
}

@injectable()
export class ListVersionsHandler implements Handler<ListVersionsInput, Page<VersionView>> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(ContributedFacts) private readonly facts: ContributedFacts,
  ) {}

  async run(input: ListVersionsInput, context: Context): Promise<Page<VersionView>> {
    const { tile } = tileTarget(context);
    const page = keyPage(input);
    const { where, parameters, tail } = pageSql(page, {
      column: 'v."sort_key"',
      descending: input.sort !== 'version',
    });
    const notArchived = tile.archivedAt === null ? 'v."archived_at" IS NULL' : 'FALSE';
    const archived = input.includeArchived === true ? 'TRUE' : notArchived;
    const ofCommit = input.commit === undefined ? 'TRUE' : 'v."commit" LIKE ?';
    const prefix = input.commit === undefined ? [] : [`${input.commit}%`];
    const sql = `SELECT ${listedVersionSelection} FROM "registry_versions" v
      WHERE v."tile_id" = ? AND ${archived} AND ${ofCommit} AND ${where} ${tail}`;
    const rows = await select<Row>(this.database, sql, [tile.id, ...prefix, ...parameters]);
    const { data, next, prev } = pageOf(page, rows, (row) => row['v_sort_key'] as string);
    const versions = data.flatMap((row) => versionOf(row) ?? []);
    const shown = versions.map((version) => shownVersion(tile, version));
    const facts = await this.facts.of(shown, { viewer: context.caller, whole: false });
    return { data: versions.map((version) => versionView(tile, version, facts)), next, prev };
  }
}

interface FileRow {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly executable: boolean | number;
}

@injectable()
export class ListFilesHandler implements Handler<ListFilesInput, Page<FileView>> {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async run(input: ListFilesInput, context: Context): Promise<Page<FileView>> {
    const { version } = availableTarget(context);
    const page = keyPage(input);
    const { where, parameters, tail } = pageSql(page, { column: '"path"' });
    const sql = `SELECT "path", "size", "sha256", "executable" FROM "registry_files" WHERE "version_id" = ? AND ${where} ${tail}`;
    const rows = await select<FileRow>(this.database, sql, [version.id, ...parameters]);
    const { data, next, prev } = pageOf(page, rows, ({ path }) => path);
    return { data: data.map(fileView), next, prev };
  }
}

function fileView({ path, size, sha256, executable }: FileRow): FileView {
  return { path, size, sha256, mode: executable ? '0755' : '0644' };
}
