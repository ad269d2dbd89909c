import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import { decideIncoming } from '../../decide/incoming/decide-incoming.js';
import type { DecideIncomingInput } from '../../contract/inputs.js';
import type { IncomingDecisionView } from '../../contract/results.js';
import { ConfigLoader, fileOf } from '../config-loader.js';
import { decisionView } from '../decision-view.js';

@injectable()
export class DecideIncomingHandler implements Handler<DecideIncomingInput, IncomingDecisionView> {
  constructor(@inject(ConfigLoader) private readonly loader: ConfigLoader) {}

  async run(input: DecideIncomingInput, context: Context): Promise<IncomingDecisionView> {
    const { port, header = [], configFile } = input;
    const configuration = await this.loader.valid(fileOf(configFile), context);
    const decision = await decideIncoming(configuration, port, header);
    return { ...decisionView(String(port), decision), localPort: decision.localPort ?? null };
  }
}
