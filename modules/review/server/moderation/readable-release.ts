import type { Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { moderationHidden } from '../../../registry/contract/errors.js';
import type { TileSummary } from '../../../registry/contract/located.js';
import { releaseDirectoryKey, type ReleaseDirectory } from '../../../registry/contract/releases.js';

/** Tells whether somebody may know what reviews say of the files of a version. */
@injectable()
export class ReadableRelease {
  constructor(
    @inject(releaseDirectoryKey) private readonly releases: ReleaseDirectory,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  /** Whether the plugin has the version. Throws `moderation_hidden` if moderation withholds it and the caller is outside its workspace. */
  async has(
    { fullName: name, workspaceId }: TileSummary,
    version: string,
    caller: Caller,
  ): Promise<boolean> {
    const release = await this.releases.release(name, version, caller);
    const status = release?.moderationStatus;
    if (status === 'fail' || status === 'error' || status === 'pending') {
      const own = await this.workspaces.visibleTo(caller);
      if (!own.includes(workspaceId)) throw moderationHidden({ name, version, status });
    }
    return release !== undefined;
  }
}
