import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { callerOf } from '../../../identity/contract/caller-of.js';
import { launchNotAllowed } from '../../contract/launch-errors.js';
import { locatedLaunch } from '../runs/launch-locator.js';
import type { LaunchRun } from '../runs/launch-run.entity.js';

/** The people and keys that have requested launches. */
@injectable()
export class Requesters {
  constructor(@inject(workspaceDirectoryKey) private readonly directory: WorkspaceDirectory) {}

  /** A launch may wait for hours: throws `launch_not_allowed` when its person or key has lost the right since. */
  async requireAllowed(run: LaunchRun): Promise<void> {
    const { createdBy } = run;
    const caller = createdBy === null ? null : await callerOf(this.directory, createdBy);
    const allowed =
      caller === null ? [] : await this.directory.allowedOn(caller, locatedLaunch(run));
    if (!allowed.includes('launch:run')) throw launchNotAllowed();
  }
}
