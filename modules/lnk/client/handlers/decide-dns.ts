import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import { readNameWithPort } from '../../addresses/asked-address.js';
import { decideName } from '../../decide/dns/decide-name.js';
import type { DecideDnsInput } from '../../contract/inputs.js';
import type { DecisionView } from '../../contract/results.js';
import { ConfigLoader, fileOf } from '../config-loader.js';
import { decisionView } from '../decision-view.js';

@injectable()
export class DecideDnsHandler implements Handler<DecideDnsInput, DecisionView> {
  constructor(@inject(ConfigLoader) private readonly loader: ConfigLoader) {}

  async run({ name, configFile }: DecideDnsInput, context: Context): Promise<DecisionView> {
    const configuration = await this.loader.valid(fileOf(configFile), context);
    const { host, port } = readNameWithPort(name);
    return decisionView(name, await decideName(configuration, host, port));
  }
}
