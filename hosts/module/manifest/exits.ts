import { ExitCode } from 'svc-registry/kernel';
import type { JsonSchema, OperationManifest } from '../../../kernel/index.js';
import { ownValue } from '../../../toolbox/own-value.js';

type Exit = NonNullable<NonNullable<OperationManifest['cli']>['exits']>[number];

/** JSON types of a field that an entry can be decided by. */
function typesFor(entry: Exit): readonly string[] {
  if ('as' in entry) return ['integer', 'number'];
  return entry.is === undefined ? ['array'] : ['string'];
}

/** A schema, or those that it stands for: behind a reference, or one of several. */
function variants(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const { $ref, anyOf = [] } = schema as { $ref?: string; anyOf?: readonly JsonSchema[] };
  const defs = (root['$defs'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const named = $ref === undefined ? undefined : ownValue(defs, $ref.replace('#/$defs/', ''));
  return [schema, ...(named === undefined ? [] : [named]), ...anyOf].flatMap((each) =>
    each === schema ? [each] : variants(each, root),
  );
}

/** The schema of a field, such as `status` or `result.status`. */
function schemaAt(root: JsonSchema, field: string): JsonSchema | undefined {
  let schema: JsonSchema | undefined = root;
  for (const name of field.split('.')) {
    const properties: readonly Readonly<Record<string, JsonSchema>>[] = variants(schema, root).map(
      (each) => (each['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>,
    );
    schema = properties.map((each) => ownValue(each, name)).find((each) => each !== undefined);
    if (schema === undefined) return undefined;
  }
  return schema;
}

function exitProblem(entry: Exit, output: JsonSchema): string {
  const { field } = entry;
  const schema = schemaAt(output, field);
  if (schema === undefined) return `names the field "${field}", which its output does not have`;
  const { type, enum: values } = schema as { type?: string; enum?: readonly unknown[] };
  const types = typesFor(entry);
  if (![type].flat().some((one) => one !== undefined && types.includes(one)))
    return `needs "${field}" to be of the type ${types.join(' or ')}`;
  if ('as' in entry) return '';
  if (!Object.values(ExitCode).includes(entry.exit))
    return `has the exit code ${entry.exit}, which is not one of ExitCode`;
  const unknown = entry.is?.find((value) => values?.includes(value) === false);
  return unknown === undefined ? '' : `waits for "${unknown}", which "${field}" never is`;
}

/** Throws when an exit code of the command cannot follow from its output; in JavaScript no type check catches this. */
export function checkExits({ cli, list, output }: OperationManifest): void {
  for (const entry of cli?.exits ?? []) {
    const problem = exitProblem(entry, list ? {} : (output ?? {}));
    if (problem !== '') throw new Error(`cli.exits ${problem}`);
  }
}
