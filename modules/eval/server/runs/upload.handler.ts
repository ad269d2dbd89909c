import { randomUUID } from 'node:crypto';
import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type LocatedWorkspace,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { contentsKey, type ContentsReader } from '../../../registry/contract/contents.js';
import { readUpload } from '../../../registry/contract/read-upload.js';
import type { UploadBundleInput } from '../../contract/run-inputs.js';
import type { BundleView } from '../../contract/run-view.js';
import { Bundle } from './bundle.entity.js';
import { EvalsSwitch } from './evals-switch.js';

@injectable()
export class UploadBundleHandler implements Handler<UploadBundleInput, BundleView> {
  constructor(
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(EvalsSwitch) private readonly evalsSwitch: EvalsSwitch,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ kind = 'scenarios' }: UploadBundleInput, context: Context): Promise<BundleView> {
    const { value: workspace } = context.target as LocatedWorkspace;
    await this.evalsSwitch.require(workspace);
    const archive = await readUpload(context.upload);
    const fingerprint = await this.contents.inspect(archive, context.signal, (found) =>
      Promise.resolve(found.fingerprint),
    );
    const { sha256, size: bytes } = await this.blobs.put(archive);
    this.host.fault?.('eval.bundle-stored');
    const id = randomUUID();
    await this.unitOfWork.run(async (manager) => {
      await this.workspaces.hold(workspace.id);
      await manager.insert(Bundle, {
        id,
        workspaceId: workspace.id,
        createdBy: context.caller.id,
        kind,
        sha256,
        fingerprint,
        bytes,
        createdAt: this.host.clock(),
      });
      context.auditSubject?.({ kind: 'evalBundle', id, name: kind });
    });
    return { bundleId: id, bytes, fingerprint };
  }
}
