/** What is wrong with a JSON Schema (draft 2020-12), as the end of a sentence; it is compared with the schema of schemas, and not run. */
export async function schemaProblem(schema: unknown): Promise<string | undefined> {
  if (typeof schema === 'boolean') return undefined;
  // takes longer than all other checks together, and few scenarios need it
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const ajv = new Ajv2020({ strict: false, logger: false });
  const isValid = await ajv.validateSchema(schema as object);
  const [first] = ajv.errors ?? [];
  if (isValid === true || first === undefined) return undefined;
  return `${first.instancePath === '' ? 'it' : `"${first.instancePath}"`} ${first.message ?? 'is not valid'}`;
}
