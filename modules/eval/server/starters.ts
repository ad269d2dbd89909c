import { inject, injectable } from 'tsyringe';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../identity/contract/access.js';
import { callerOf } from '../../identity/contract/caller-of.js';

interface Started {
  readonly createdBy: string | null;
}

/** The people and API keys who have started evaluations and generations. */
@injectable()
export class Starters {
  constructor(@inject(workspaceDirectoryKey) private readonly directory: WorkspaceDirectory) {}

  /** What people know them by, for each id: an address, or the name of a key. Those that no longer exist have none. */
  async labelsOf(started: readonly Started[]): Promise<ReadonlyMap<string | null, string>> {
    const labels = new Map<string | null, string>();
    for (const id of new Set(started.map(({ createdBy }) => createdBy))) {
      const caller = id === null ? null : await callerOf(this.directory, id);
      if (caller !== null) labels.set(id, caller.label);
    }
    return labels;
  }
}
