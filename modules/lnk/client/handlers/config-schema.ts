import { resolve } from 'node:path';
import { injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import writeFileAtomic from 'write-file-atomic';
import { atPath } from '../../../../toolbox/file-errors.js';
import { jsonSchema } from '../../config/schema/json-schema.js';
import type { SchemaInput } from '../../contract/inputs.js';
import type { SchemaResult } from '../../contract/results.js';

@injectable()
export class ConfigSchemaHandler implements Handler<SchemaInput, SchemaResult | object> {
  async run({ output }: SchemaInput, { cwd }: Context): Promise<SchemaResult | object> {
    const schema = jsonSchema();
    if (output === undefined) return schema;
    const file = resolve(cwd, output);
    await atPath(file, writeFileAtomic(file, `${JSON.stringify(schema, null, 2)}\n`));
    return { file };
  }
}
