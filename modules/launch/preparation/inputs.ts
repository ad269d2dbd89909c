import type { ErrorIssue, SvcError } from 'svc-registry/kernel';
import { ownValue } from '../../../toolbox/own-value.js';
import { fieldsOf, listOf, type Fields } from '../../../toolbox/type-guards.js';
import { inputsInvalid, schemaUnresolved } from '../contract/preparation-errors.js';
import { compileSchema, type SchemaIssue } from './compile-schema.js';
import { fillPlaceholders, placeholdersOf } from './placeholders.js';
import { printableWithin } from '../../../toolbox/printable.js';

/** The inputs of a launch, and what they are checked by. */
export interface InputsRequest {
  /** The slot `inputs`, resolved; `undefined` when the skill declares none: then nothing is checked. */
  readonly schema: Fields | undefined;
  readonly body: string;
  /** Values by name, as the launcher gave them. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** An input that has no value yet. */
export interface MissingInput {
  readonly name: string;
  /** The launch fails without it. */
  readonly required: boolean;
  /** What it means, in the words of the skill. */
  readonly description?: string;
  /** The values that it may have. */
  readonly choices?: readonly string[];
}

const MOST_ISSUES = 50;
const MOST_WORDS = 300;

/** Keywords by which names may be declared elsewhere than in `properties`. */
const MORE_NAMES = ['patternProperties', '$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if'];

const propertyOf = (schema: Fields | undefined, name: string): Fields | undefined => {
  const property = ownValue(fieldsOf(schema?.['properties']), name);
  return property === undefined ? undefined : fieldsOf(property);
};

const textOf = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

/** What the launcher gave, and the defaults of the schema for the rest. */
function valuesOf({ schema, inputs }: InputsRequest): Map<string, string> {
  const values = new Map(Object.entries(inputs));
  for (const name of Object.keys(fieldsOf(schema?.['properties']))) {
    const value = textOf(propertyOf(schema, name)?.['default']);
    if (value !== undefined && !values.has(name)) values.set(name, value);
  }
  return values;
}

const requiredBy = (schema: Fields): readonly string[] =>
  listOf(schema['required']).filter((name) => typeof name === 'string');

/** A placeholder that the schema does not name needs a value; one that it names may be left out unless it is required. */
const undeclared = (schema: Fields, body: string): readonly string[] =>
  placeholdersOf(body).filter((name) => propertyOf(schema, name) === undefined);

/** The inputs that have neither a value nor a default, for asking a person: required ones first. */
export function missingInputs(request: InputsRequest): readonly MissingInput[] {
  const { schema, body } = request;
  const values = valuesOf(request);
  const required = new Set(
    schema === undefined ? [] : [...requiredBy(schema), ...undeclared(schema, body)],
  );
  const optional = [...placeholdersOf(body), ...Object.keys(fieldsOf(schema?.['properties']))];
  return [...new Set([...required, ...optional])]
    .filter((name) => !values.has(name))
    .map((name) => ({ name, required: required.has(name), ...wordsOf(propertyOf(schema, name)) }));
}

function wordsOf(property: Fields | undefined): Pick<MissingInput, 'description' | 'choices'> {
  const description = property?.['description'];
  const choices = listOf(property?.['enum']).flatMap((choice) => textOf(choice) ?? []);
  return {
    ...(typeof description === 'string'
      ? { description: printableWithin(description, MOST_WORDS) }
      : {}),
    ...(choices.length > 0 ? { choices } : {}),
  };
}

/**
 * The skill's body with its placeholders filled; inputs without a placeholder follow at its end. An input that may be left out, and is,
 * leaves an empty text. Throws `inputs_invalid`. A skill without the slot `inputs` has no validation: placeholders without a value stay.
 */
export async function fillBody(request: InputsRequest): Promise<string> {
  const { schema, body } = request;
  const values = valuesOf(request);
  if (schema !== undefined) {
    await checkInputs(schema, { ...request, values });
    for (const name of placeholdersOf(body)) if (!values.has(name)) values.set(name, '');
  }
  const named = new Set(placeholdersOf(body));
  const others = [...values].filter(([name]) => !named.has(name));
  const filled = fillPlaceholders(body, values);
  return others.length === 0
    ? filled
    : `${filled.trimEnd()}\n\n## Inputs\n\n${JSON.stringify(Object.fromEntries(others), undefined, 2)}\n`;
}

async function checkInputs(
  schema: Fields,
  { body, inputs, values }: InputsRequest & { readonly values: ReadonlyMap<string, string> },
): Promise<void> {
  const check = await compileSchema(schema, { forInputs: true });
  if (typeof check === 'string') throw schemaUnresolved({ slot: 'inputs', why: check });
  const missing = undeclared(schema, body).filter((name) => !values.has(name));
  const issues = [
    ...check(Object.fromEntries(values)),
    ...missing.map((name) => ({ path: [name], message: 'is missing' })),
    ...unknownNames(schema, { body, names: Object.keys(inputs) }),
  ];
  // one for each input: of several, the last says most
  const byInput = new Map(issues.map((issue) => [issue.path.join('.'), issue]));
  if (byInput.size > 0) throw refusal([...byInput.values()].slice(0, MOST_ISSUES));
}

function unknownNames(
  schema: Fields,
  { body, names }: { readonly body: string; readonly names: readonly string[] },
): readonly SchemaIssue[] {
  if (MORE_NAMES.some((key) => Object.hasOwn(schema, key))) return [];
  const known = [
    ...new Set([...Object.keys(fieldsOf(schema['properties'])), ...placeholdersOf(body)]),
  ];
  const list = known.length === 0 ? 'the skill takes none' : `inputs are ${known.join(', ')}`;
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: [name], message: `is unknown; ${list}` }));
}

function refusal(issues: readonly SchemaIssue[]): SvcError {
  const listed: ErrorIssue[] = issues.map(({ path, message }) => {
    const name = path.join('.');
    const subject = name === '' ? 'The inputs' : `The input "${name}"`;
    return {
      message: printableWithin(`${subject} ${message}.`, MOST_WORDS),
      field: printableWithin(name === '' ? 'inputs' : `inputs.${name}`, MOST_WORDS),
    };
  });
  return inputsInvalid({ problems: listed.map(({ message }) => message) }, { issues: listed });
}
