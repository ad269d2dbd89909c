import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { WorkspaceSummary } from '../../../identity/contract/access.js';
import {
  blobStoreKey,
  type BlobRef,
  type BlobStore,
} from '../../../persistence/contract/blob-store.js';
import { manifestIsPrivate, workspaceMismatch } from '../../contract/errors.js';
import { readUpload } from '../../contract/read-upload.js';
import type { PluginContents, PluginManifest } from '../../contract/plugin-format.js';
import type { PublishResult } from '../../contract/publish-result.js';
import type { PublishTileInput } from '../../contract/tile-inputs.js';
import type { OpenedArchive } from '../../format/archive/read-archive.js';
import { workspaceTarget } from '../read/target.js';
import { Unpacker } from '../unpack/unpacker.js';
import { PublishPolicies } from './publish-policies.js';
import { type Published, Publisher } from './publisher.js';
import type { Upload } from './version-row.js';

interface SentPlugin extends OpenedArchive {
  readonly archive: Uint8Array;
}

@injectable()
export class PublishTileHandler implements Handler<PublishTileInput, PublishResult> {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(Publisher) private readonly publisher: Publisher,
    @inject(PublishPolicies) private readonly policies: PublishPolicies,
    @inject(Unpacker) private readonly unpacker: Unpacker,
  ) {}

  async run(input: PublishTileInput, context: Context): Promise<PublishResult> {
    const archive = await readUpload(context.upload);
    return this.unpacker.soon(archive, context.signal, (opened) =>
      this.publish({ archive, ...opened }, input, context),
    );
  }

  private async publish(
    { archive, contents, fingerprint }: SentPlugin,
    input: PublishTileInput,
    context: Context,
  ): Promise<PublishResult> {
    const workspace = workspaceTarget(context);
    refuseMismatch(input, workspace, contents.manifest);
    const { name, version, private: isPrivate } = contents.manifest;
    context.auditSubject?.({ kind: 'version', id: null, name: `${name}@${version}` });
    const { bump = 'patch', commit = null } = input;
    await this.publisher.refuseTaken(name, { version, fingerprint, bump });
    const { caller } = context;
    const { id: workspaceId, organizationId } = workspace;
    const publication = { name, version, private: isPrivate, workspaceId, organizationId, caller };
    // before anything is stored, so that a refusal leaves nothing behind
    await this.policies.admit(publication);
    const upload = { contents, fingerprint, ...(await this.store(archive, contents)) };
    this.host.fault?.('registry.contents-stored');
    const published = await this.publisher.publish({
      workspace,
      upload,
      agreedPublic: input.public === true,
      bump,
      commit,
      caller,
      now: this.host.clock(),
    });
    this.host.fault?.('registry.published');
    return resultOf(published, upload);
  }

  /** Stores the contents before the rows, because rows may only refer to durable contents. */
  private async store(
    archive: Uint8Array,
    { files }: PluginContents,
  ): Promise<Pick<Upload, 'archive' | 'files'>> {
    const contents = [archive, ...files.map(({ content }) => content)];
    const [stored, ...blobs] = (await this.blobs.putAll(contents)) as [BlobRef, ...BlobRef[]];
    return { archive: stored, files: blobs };
  }
}

function refuseMismatch(
  input: PublishTileInput,
  workspace: WorkspaceSummary,
  manifest: PluginManifest,
): void {
  if (manifest.workspace !== workspace.name)
    throw workspaceMismatch({ asked: workspace.name, manifest: manifest.workspace });
  if (input.public === true && manifest.private) throw manifestIsPrivate({ name: manifest.name });
}

function resultOf({ tile, version, latest, unchanged }: Published, upload: Upload): PublishResult {
  return {
    id: version.id,
    tileId: tile.id,
    name: tile.fullName,
    version: version.semver,
    private: tile.private,
    fingerprint: version.fingerprint,
    archiveSize: version.archiveSize,
    fileCount: version.fileCount,
    unchanged,
    latestVersion: latest?.semver ?? null,
    moderationStatus: version.state,
    warnings: upload.contents.warnings.map(({ message, file }) =>
      file === undefined ? message : `${file}: ${message}`,
    ),
  };
}
