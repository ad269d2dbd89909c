import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type LocatedWorkspace,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { EvalsSwitchInput, EvalsSwitchRef } from '../../contract/run-inputs.js';
import type { EvalsSwitchView } from '../../contract/run-view.js';
import { EvalsSwitch } from './evals-switch.js';
import { EvalSwitch } from './switch.entity.js';

const workspaceOf = ({ target }: Context) => (target as LocatedWorkspace).value;

@injectable()
export class SwitchEvalsHandler implements Handler<EvalsSwitchInput, EvalsSwitchView> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async run({ enabled }: EvalsSwitchInput, context: Context): Promise<EvalsSwitchView> {
    const { id: workspaceId, name: workspace } = workspaceOf(context);
    await this.unitOfWork.run(async (manager) => {
      await this.workspaces.hold(workspaceId);
      await manager.upsert(EvalSwitch, { workspaceId, enabled }, ['workspaceId']);
    });
    return { workspace, enabled };
  }
}

@injectable()
export class ShowEvalsSwitchHandler implements Handler<EvalsSwitchRef, EvalsSwitchView> {
  constructor(@inject(EvalsSwitch) private readonly evalsSwitch: EvalsSwitch) {}

  async run(_input: EvalsSwitchRef, context: Context): Promise<EvalsSwitchView> {
    const { id, name: workspace } = workspaceOf(context);
    return { workspace, enabled: await this.evalsSwitch.isOn(id) };
  }
}
