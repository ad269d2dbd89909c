import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { ModelQuestion } from '../contract/index.js';

/** What is wrong with a value; `undefined` when nothing is. */
export type Check = (value: unknown) => string | undefined;

/** Loaded with the first question: nothing else needs a validator of JSON schemas. */
export async function checkOf(schema: ModelQuestion['schema']): Promise<Check> {
  const [{ Ajv2020: Validator }, { default: formats }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
  ]);
  const ajv = new Validator({ strict: false });
  // the types of the package describe an ES module, which it is not
  (formats as unknown as (to: Ajv2020) => void)(ajv);
  const validate = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return undefined;
    const { instancePath = '', message = 'it is not valid' } = validate.errors?.[0] ?? {};
    return `${instancePath === '' ? 'it' : instancePath} ${message}`;
  };
}
