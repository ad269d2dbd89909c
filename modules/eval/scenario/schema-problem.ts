import { onceDone } from '../../../toolbox/once.js';

/** Takes longer to load than all other checks together, and few scenarios need it. */
const validator = onceDone(async () => {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  return new Ajv2020({ strict: false, logger: false });
});

/** Whatever `$schema` says. */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** What is wrong with a JSON Schema (draft 2020-12), as the end of a sentence; it is compared with the schema of schemas, and not run. */
export async function schemaProblem(schema: unknown): Promise<string | undefined> {
  if (typeof schema === 'boolean') return undefined;
  const ajv = await validator();
  ajv.validate(DIALECT, schema);
  const [first] = ajv.errors ?? [];
  if (first === undefined) return undefined;
  return `${first.instancePath === '' ? 'it' : `"${first.instancePath}"`} ${first.message ?? 'is not valid'}`;
}
