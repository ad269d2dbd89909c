import { isRecord } from '../../toolbox/type-guards.js';
import type { OperationManifest } from '../manifest/manifest.js';

type InputSchema = {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
};

/**
 * True when the input is empty and valid: no field is required and none has a default. Commands without arguments then need not load their DTO
 * and the validating libraries. Only for the user's machine, where start-up time matters.
 */
export function isRightlyEmpty(
  { runsAt, input: schema, mayBeEmpty = false }: OperationManifest,
  given: unknown,
): boolean {
  if (runsAt !== 'client' || !isRecord(given)) return false;
  return (
    Object.values(given).every((value) => value === undefined) &&
    (schema === undefined ? mayBeEmpty : needsNothing(schema))
  );
}

function needsNothing({ required = [], properties = {} }: InputSchema): boolean {
  const hasDefaults = Object.values(properties).some((property) =>
    Object.hasOwn(property, 'default'),
  );
  return required.length === 0 && !hasDefaults;
}
