import { Ajv2020 } from 'ajv/dist/2020.js';
import { once } from '../../../toolbox/once.js';

const validator = once(() => new Ajv2020({ strict: false, logger: false }));

/** Whatever `$schema` says. */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** What is wrong with a JSON Schema (draft 2020-12), as the end of a sentence; it is compared with the schema of schemas, and not run. */
export function schemaProblem(schema: unknown): string | undefined {
  const ajv = validator();
  ajv.validate(DIALECT, schema);
  const [first] = ajv.errors ?? [];
  if (first === undefined) return undefined;
  return `${first.instancePath === '' ? 'it' : `"${first.instancePath}"`} ${first.message ?? 'is not valid'}`;
}
