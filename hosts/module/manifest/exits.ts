import { ExitCode } from 'svc-registry/kernel';
import type { JsonSchema, OperationManifest } from '../../../kernel/index.js';

type Exit = NonNullable<NonNullable<OperationManifest['cli']>['exits']>[number];

/** JSON types of a field that an entry can be decided by. */
function typesFor(entry: Exit): readonly string[] {
  if ('as' in entry) return ['integer', 'number'];
  return entry.is === undefined ? ['array'] : ['string'];
}

function exitProblem(entry: Exit, properties: Readonly<Record<string, JsonSchema>>): string {
  const { field } = entry;
  if (!Object.hasOwn(properties, field))
    return `names the field "${field}", which its output does not have`;
  const { type, enum: values } = properties[field] as { type?: string; enum?: readonly unknown[] };
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
  const properties = list ? {} : (output?.['properties'] ?? {});
  for (const entry of cli?.exits ?? []) {
    const problem = exitProblem(entry, properties as Readonly<Record<string, JsonSchema>>);
    if (problem !== '') throw new Error(`cli.exits ${problem}`);
  }
}
