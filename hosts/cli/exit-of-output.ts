import { ExitCode } from 'svc-registry/kernel';
import type { OperationManifest } from '../../kernel/index.js';
import { fieldsOf } from '../../toolbox/type-guards.js';

type Exit = NonNullable<NonNullable<OperationManifest['cli']>['exits']>[number];

/** The exit code that an entry answers for the value of its field, if it applies. */
function exitFor(entry: Exit, value: unknown): number | undefined {
  if ('as' in entry) return value == null ? undefined : exitCode(entry.field, value);
  const applies =
    entry.is === undefined
      ? Array.isArray(value) && value.length > 0
      : entry.is.includes(value as string);
  return applies ? entry.exit : undefined;
}

function exitCode(field: string, value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255) return Number(value);
  throw new Error(`"${field}" of the output must be an exit code, and is ${String(value)}`);
}

/** The value of a field such as `result.status`; `undefined` where an object on the way is missing. */
function valueAt(output: unknown, field: string): unknown {
  return field.split('.').reduce((value, name) => fieldsOf(value)[name], output);
}

/** The exit code of a command that has answered. */
export function exitOfOutput({ cli }: OperationManifest, output: unknown): number {
  for (const entry of cli?.exits ?? []) {
    const code = exitFor(entry, valueAt(output, entry.field));
    if (code !== undefined) return code;
  }
  return ExitCode.ok;
}
