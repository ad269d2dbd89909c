import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import type {
  ArchiveContents,
  ContentsReader,
  VersionChoice,
  VersionContents,
} from '../../contract/contents.js';
import { Unpacker } from '../unpack/unpacker.js';
import { ReadableVersions } from './readable-versions.js';
import { TileReader, type TileWithVersion } from './tile-reader.js';

/** The contents of versions and archives, for other modules. */
@injectable()
export class StoredContents implements ContentsReader {
  constructor(
    @inject(TileReader) private readonly reader: TileReader,
    @inject(ReadableVersions) private readonly versions: ReadableVersions,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(Unpacker) private readonly unpacker: Unpacker,
  ) {}

  async read<T>(
    choice: VersionChoice,
    signal: AbortSignal,
    use: (contents: VersionContents) => Promise<T>,
  ): Promise<T> {
    const { tile, version } = await this.find(choice);
    const archive = await this.blobs.read(version.archiveSha256);
    return this.inspect(archive, signal, (contents) => use({ ...contents, tile, version }));
  }

  inspect<T>(
    archive: Uint8Array,
    signal: AbortSignal,
    use: (contents: ArchiveContents) => Promise<T>,
  ): Promise<T> {
    return this.unpacker.inspect(archive, signal, use);
  }

  private async find(choice: VersionChoice): Promise<TileWithVersion> {
    if ('ref' in choice) return this.versions.find(choice.ref, choice.caller);
    const found = await this.reader.versionById(choice.versionId);
    if (found === null) throw notFound({ kind: 'version', id: choice.versionId });
    return found;
  }
}
