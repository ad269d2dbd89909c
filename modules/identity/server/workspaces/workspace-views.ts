import { type Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { WorkspaceView } from '../../contract/dto/workspace.js';
import { Decisions } from '../access/decisions.js';
import { Principals } from '../access/principals.js';
import { locatedWorkspace } from '../locators/workspace-locator.js';
import { viewOfWorkspace, type WorkspaceRecord } from './workspaces.js';

/** Builds the view of a workspace for a caller, with what they may do there. */
@injectable()
export class WorkspaceViews {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(Decisions) private readonly decisions: Decisions,
  ) {}

  async of(record: WorkspaceRecord, caller: Caller): Promise<WorkspaceView> {
    const principal = await this.principals.of(caller);
    const allowedActions = await this.decisions.allowed(principal, locatedWorkspace(record));
    return Object.assign(viewOfWorkspace(record, principal), { allowedActions });
  }
}
