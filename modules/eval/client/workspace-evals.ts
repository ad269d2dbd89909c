import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { WorkspaceEvalsInput } from '../contract/command-inputs.js';
import { showEvalsSwitch, switchEvals } from '../contract/run-operations.js';
import type { EvalsSwitchView } from '../contract/run-view.js';
import { Chosen } from './runs/chosen.js';

@injectable()
export class WorkspaceEvalsHandler implements Handler<WorkspaceEvalsInput, EvalsSwitchView> {
  constructor(@inject(Chosen) private readonly chosen: Chosen) {}

  async run(
    { state, workspace: named }: WorkspaceEvalsInput,
    context: Context,
  ): Promise<EvalsSwitchView> {
    const workspace = await this.chosen.workspaceOf(named, context);
    return state === undefined
      ? context.invoke(showEvalsSwitch, { workspace })
      : context.invoke(switchEvals, { workspace, enabled: state === 'on' });
  }
}
