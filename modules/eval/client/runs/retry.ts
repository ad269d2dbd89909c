import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { RetryEvalInput } from '../../contract/command-inputs.js';
import { retryEval } from '../../contract/run-operations.js';
import type { EvalRunView } from '../../contract/run-view.js';
import { Chosen } from './chosen.js';

@injectable()
export class RetryHandler implements Handler<RetryEvalInput, EvalRunView> {
  constructor(@inject(Chosen) private readonly chosen: Chosen) {}

  async run(input: RetryEvalInput, context: Context): Promise<EvalRunView> {
    return context.invoke(retryEval, { id: await this.chosen.evalOf(input, context) });
  }
}
