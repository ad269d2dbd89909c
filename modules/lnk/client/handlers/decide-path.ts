import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import { createPathDecider } from '../../decide/paths/path-decider.js';
import { pathRulesOf } from '../../decide/paths/path-rules.js';
import type { DecidePathInput } from '../../contract/inputs.js';
import type { PathDecisionView } from '../../contract/results.js';
import { ConfigLoader, fileOf } from '../config-loader.js';
import { decisionView, ruleView } from '../decision-view.js';
import { machineOf } from '../machine.js';

@injectable()
export class DecidePathHandler implements Handler<DecidePathInput, PathDecisionView> {
  constructor(@inject(ConfigLoader) private readonly loader: ConfigLoader) {}

  async run(input: DecidePathInput, context: Context): Promise<PathDecisionView> {
    const { path: asked, op, configFile } = input;
    const configuration = await this.loader.valid(fileOf(configFile), context);
    const decider = await createPathDecider(pathRulesOf(configuration, machineOf(context)));
    const decision = decider.explain(asked, op);
    const { path, mapped } = decision;
    return {
      ...decisionView(asked, decision),
      path,
      mapped: mapped === null ? null : { ...mapped, rule: ruleView(mapped.rule) },
    };
  }
}
