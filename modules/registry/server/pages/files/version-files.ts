import { inject, injectable } from 'tsyringe';
import { decodeText } from '../../../../../toolbox/decoded-text.js';
import { blobStoreKey, type BlobStore } from '../../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../../persistence/contract/db.js';
import { selectPrepared } from '../../statement.js';

/** A file of a version. */
export interface StoredFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly executable: boolean;
}

/** Bytes up to which a file is shown as text. */
export const MOST_TEXT_BYTES = 2 * 1024 * 1024;

const COLUMNS = `"path", "sha256", "size", "executable" FROM "registry_files" WHERE "version_id" = ?`;
const ONE_SQL = `SELECT ${COLUMNS} AND "path" = ?`;
const ALL_SQL = `SELECT ${COLUMNS} ORDER BY "path"`;
// paths sort byte by byte: all below `docs/` lie between `docs/` and `docs0`
const BELOW_SQL = `SELECT ${COLUMNS} AND "path" > ? AND "path" >= ? AND "path" < ? ORDER BY "path" LIMIT ?`;
const FIRST_SQL = `SELECT ${COLUMNS} AND "path" > ? ORDER BY "path" LIMIT ?`;

type FileRow = Omit<StoredFile, 'executable'> & { readonly executable: boolean | number };

export interface PartOfList {
  /** Only files below it; all of them when it is empty. */
  readonly folder: string;
  /** Only files that stand behind this path. */
  readonly after: string;
  readonly limit: number;
}

/** Reads files of versions for pages, which have found the version as the person may see it. */
@injectable()
export class VersionFiles {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
  ) {}

  /** The file at exactly this path. */
  async find(versionId: string, path: string): Promise<StoredFile | undefined> {
    const [file] = await this.#select(ONE_SQL, versionId, path);
    return file;
  }

  /** In the order of their paths. */
  async list(versionId: string, { folder, after, limit }: PartOfList): Promise<StoredFile[]> {
    return folder === ''
      ? this.#select(FIRST_SQL, versionId, after, limit)
      : this.#select(BELOW_SQL, versionId, after, `${folder}/`, `${folder}0`, limit);
  }

  all(versionId: string): Promise<StoredFile[]> {
    return this.#select(ALL_SQL, versionId);
  }

  /** `undefined` for what is no text, and for what is too long. */
  async text({ sha256, size }: StoredFile): Promise<string | undefined> {
    if (size > MOST_TEXT_BYTES) return undefined;
    const text = decodeText(await this.blobs.read(sha256));
    return text?.includes('\0') === true ? undefined : text;
  }

  async #select(sql: string, ...values: readonly (string | number)[]): Promise<StoredFile[]> {
    // no path has NUL, which PostgreSQL rejects in text
    if (values.some((value) => String(value).includes('\0'))) return [];
    const rows = await selectPrepared<FileRow>(this.database, sql, values);
    return rows.map((row) => ({ ...row, executable: Boolean(row.executable) }));
  }
}
