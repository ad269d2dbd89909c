import type { Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';

/** The organizations by which a search is counted for somebody: which one a plugin belongs to is not for strangers. */
@injectable()
export class OwnOrganizations {
  constructor(@inject(workspaceDirectoryKey) private readonly directory: WorkspaceDirectory) {}

  /** Their names by their ids; `undefined` for strangers. */
  async of(caller: Caller): Promise<ReadonlyMap<string, string> | undefined> {
    if (caller.kind === 'anonymous') return undefined;
    const ids = await this.directory.organizationsOf(caller);
    const found = await Promise.all(ids.map((id) => this.directory.findOrganization(id)));
    return new Map(found.flatMap((one) => (one === null ? [] : [[one.id, one.name] as const])));
  }
}
