import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { LocatedWorkspace } from '../../../identity/contract/access.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { StartLaunchInput } from '../../contract/launch-inputs.js';
import type { LaunchRunView } from '../../contract/launch-run-view.js';
import { LaunchStarter } from './launch-starter.js';
import { LaunchViews } from './launch-views.js';

@injectable()
export class StartLaunchHandler implements Handler<StartLaunchInput, LaunchRunView> {
  constructor(
    @inject(LaunchStarter) private readonly starter: LaunchStarter,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(LaunchViews) private readonly views: LaunchViews,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: StartLaunchInput, context: Context): Promise<LaunchRunView> {
    const { value: workspace } = context.target as LocatedWorkspace;
    const { caller } = context;
    const trigger = caller.kind === 'key' ? 'api' : 'manual';
    const [prepared] = await this.starter.prepare([{ input, workspace, caller, trigger }]);
    if (prepared?.status !== 'fulfilled') throw prepared?.reason;
    const id = await this.unitOfWork.run(async () => {
      const [begun = ''] = await this.starter.begin([prepared.value]);
      context.auditSubject?.({ kind: 'launchRun', id: begun, name: input.skill });
      return begun;
    });
    this.host.fault?.('launch.run-queued');
    return this.views.byId(id);
  }
}
