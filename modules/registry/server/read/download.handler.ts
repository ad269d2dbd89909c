import { notFound, type Context, type FileResult, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { FileRef, VersionRef } from '../../contract/tile-inputs.js';
import { Downloads } from '../facts/downloads.js';
import { selectPrepared } from '../statement.js';
import { contentTypeOf, mustBeSaved } from './content-type.js';
import { availableTarget } from './target.js';
import type { TileRecord } from './tile-rows.js';

const FILE_SQL =
  'SELECT "sha256", "size" FROM "registry_files" WHERE "version_id" = ? AND "path" = ?';

@injectable()
export class DownloadFileHandler implements Handler<FileRef, FileResult> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async run({ filePath }: FileRef, context: Context): Promise<FileResult> {
    const { tile, version, exact } = availableTarget(context);
    const file = await this.find(version.id, filePath);
    if (file === undefined)
      throw notFound({ kind: 'file', id: `${tile.fullName}@${version.semver}/${filePath}` });
    return {
      body: await this.blobs.open(file.sha256, file.size),
      contentType: contentTypeOf(filePath),
      size: file.size,
      etag: file.sha256,
      immutable: exact,
      shared: isShared(tile, this.workspaces),
      ...(mustBeSaved(filePath) ? { filename: filePath.slice(filePath.lastIndexOf('/') + 1) } : {}),
    };
  }

  /** Finds a file by its exact path. No path contains NUL, which PostgreSQL rejects in text. */
  private async find(
    versionId: string,
    path: string,
  ): Promise<{ sha256: string; size: number } | undefined> {
    if (path.includes('\0')) return undefined;
    const [file] = await selectPrepared<{ sha256: string; size: number }>(this.database, FILE_SQL, [
      versionId,
      path,
    ]);
    return file;
  }
}

/** Whether shared caches may keep the content: only if everyone may read it. */
export function isShared(tile: TileRecord, workspaces: WorkspaceDirectory): boolean {
  return !tile.private && workspaces.publicRead();
}

@injectable()
export class DownloadArchiveHandler implements Handler<VersionRef, FileResult> {
  constructor(
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(Downloads) private readonly downloads: Downloads,
  ) {}

  async run(_input: VersionRef, context: Context): Promise<FileResult> {
    const { tile, version, exact } = availableTarget(context);
    return {
      body: this.downloads.counted(tile.id, await this.blobs.open(version.archiveSha256)),
      contentType: 'application/gzip',
      size: version.archiveSize,
      etag: version.archiveSha256,
      filename: `${tile.workspaceName}-${tile.name}-${version.semver}.tgz`,
      immutable: exact,
      shared: isShared(tile, this.workspaces),
    };
  }
}
