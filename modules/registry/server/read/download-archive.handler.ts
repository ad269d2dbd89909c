import type { Context, FileResult, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import type { VersionRef } from '../../contract/tile-inputs.js';
import { Downloads } from '../facts/downloads.js';
import { isShared } from './download-file.handler.js';
import { availableTarget } from './target.js';

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
