import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import { decideVariable } from '../../decide/environment/decide-variable.js';
import type { DecideEnvInput } from '../../contract/inputs.js';
import type { VariableDecisions, VariableDecisionView } from '../../contract/results.js';
import { ConfigLoader, fileOf } from '../config-loader.js';
import { decisionView } from '../decision-view.js';

@injectable()
export class DecideEnvHandler implements Handler<DecideEnvInput, VariableDecisions> {
  constructor(@inject(ConfigLoader) private readonly loader: ConfigLoader) {}

  async run({ name, configFile }: DecideEnvInput, context: Context): Promise<VariableDecisions> {
    const configuration = await this.loader.valid(fileOf(configFile), context);
    const variables: VariableDecisionView[] = [];
    for (const one of name) {
      const decision = await decideVariable(configuration, one, {
        variables: context.env,
        folder: context.cwd,
      });
      variables.push({ ...decisionView(one, decision), value: decision.value ?? null });
    }
    return { variables };
  }
}
