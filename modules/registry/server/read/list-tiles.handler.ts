import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  keyPage,
  pageOf,
  pageSql,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type { ListTilesInput } from '../../contract/tile-inputs.js';
import type { TileView } from '../../contract/tile-view.js';
import { select } from '../statement.js';
import { hasVersions } from './tile-reader.js';
import { listedVersionSelection, tileOf, tileSelection, versionOf, type Row } from './tile-rows.js';
import { tileView } from './views.js';
import { allOf, ofWorkspace, type TileFilter, Visibility } from './visibility.js';

const MAX_TILES = 20;
const notArchived: TileFilter = { where: 't."archived_at" IS NULL', parameters: [] };

@injectable()
export class ListTilesHandler implements Handler<ListTilesInput, Page<TileView>> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(Visibility) private readonly visibility: Visibility,
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
    return { data: data.map((row) => tileView(tileOf(row), versionOf(row))), next, prev };
  }

  private filters({ workspace, includeArchived }: ListTilesInput): TileFilter[] {
    const archived = includeArchived === true ? [] : [notArchived];
    return workspace === undefined ? archived : [...archived, ofWorkspace(workspace)];
  }
}
