import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import { decideOutgoing } from '../../decide/outgoing/decide-outgoing.js';
import type { DecideOutgoingInput } from '../../contract/inputs.js';
import type { DecisionView } from '../../contract/results.js';
import { ConfigLoader, fileOf } from '../config-loader.js';
import { decisionView } from '../decision-view.js';

@injectable()
export class DecideOutgoingHandler implements Handler<DecideOutgoingInput, DecisionView> {
  constructor(@inject(ConfigLoader) private readonly loader: ConfigLoader) {}

  async run({ address, configFile }: DecideOutgoingInput, context: Context): Promise<DecisionView> {
    const configuration = await this.loader.valid(fileOf(configFile), context);
    return decisionView(address, await decideOutgoing(configuration, address));
  }
}
