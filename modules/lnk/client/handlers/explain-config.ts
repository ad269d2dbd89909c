import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import type { ExplainInput } from '../../contract/inputs.js';
import type { Explanation } from '../../contract/results.js';
import { ConfigLoader, fileOf } from '../config-loader.js';
import { explainedField, explainedFields } from '../explained-field.js';

@injectable()
export class ExplainConfigHandler implements Handler<ExplainInput, Explanation> {
  constructor(@inject(ConfigLoader) private readonly loader: ConfigLoader) {}

  async run(input: ExplainInput, context: Context): Promise<Explanation> {
    const { field, configFile, ...flags } = input;
    const file = fileOf(configFile);
    const configuration = await this.loader.valid(file, context, { flags: { ...flags } });
    const fields =
      field === undefined ? explainedFields(configuration) : explainedField(configuration, field);
    return { file: file ?? null, fields: [...fields] };
  }
}
