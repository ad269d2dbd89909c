import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Problem } from './call.js';

/** Says what is wrong with a value of a schema; `undefined` when nothing is. */
export function schemaProblem(schema: object): Problem {
  const ajv = new Ajv2020({ strict: false });
  // the types of the package describe an ES module, which it is not
  (formats as unknown as (to: Ajv2020) => void)(ajv);
  const validate = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return undefined;
    // the path in the answer could consist of names that the model has chosen
    const { schemaPath = '', message = 'it is not valid' } = validate.errors?.[0] ?? {};
    return `it ${message} (${schemaPath})`;
  };
}
