import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  keyPage,
  pageOf,
  pageSql,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type { ListVersionsInput } from '../../contract/tile-inputs.js';
import type { VersionView } from '../../contract/version-view.js';
import { select } from '../statement.js';
import { tileTarget } from './target.js';
import { listedVersionSelection, versionOf, type Row } from './tile-rows.js';
import { versionView } from './views.js';

@injectable()
export class ListVersionsHandler implements Handler<ListVersionsInput, Page<VersionView>> {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

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
    return {
      data: data
        .flatMap((row) => versionOf(row) ?? [])
        .map((version) => versionView(tile, version)),
      next,
      prev,
    };
  }
}
