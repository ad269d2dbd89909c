import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  runEnvironmentsKey,
  type RunEnvironments,
} from '../../../launch/contract/run-environments.js';
import type { RetryEvalInput } from '../../contract/command-inputs.js';
import { retryEval, showEval } from '../../contract/run-operations.js';
import type { EvalRunView } from '../../contract/run-view.js';
import { Chosen } from './chosen.js';

@injectable()
export class RetryHandler implements Handler<RetryEvalInput, EvalRunView> {
  constructor(
    @inject(Chosen) private readonly chosen: Chosen,
    @inject(runEnvironmentsKey) private readonly environments: RunEnvironments,
  ) {}

  async run(input: RetryEvalInput, context: Context): Promise<EvalRunView> {
    const id = await this.chosen.evalOf(input, context);
    const { envFile } = input;
    if (envFile === undefined) return context.invoke(retryEval, { id });
    // the run may be of another workspace than the folder
    const { workspace } = await context.invoke(showEval, { id });
    const environment = await this.environments.forRun(envFile, workspace, context);
    return context.invoke(retryEval, { id, environment });
  }
}
