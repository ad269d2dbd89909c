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
import type { ListFilesInput } from '../../contract/tile-inputs.js';
import { select } from '../statement.js';
import { availableTarget } from './target.js';

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
