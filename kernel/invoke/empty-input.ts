import { isRecord } from '../../toolbox/type-guards.js';
import type { OperationManifest } from '../manifest/manifest.js';

type InputSchema = {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
};

/**
 * True when nothing is given and that is right: no field is required, none has a value of its own. Saves a command without
 * arguments the loading of its DTO and of the validating libraries. Only where starts must be quick: on the user's machine.
 */
export function isRightlyEmpty(
  { runsAt, input: schema }: OperationManifest,
  given: unknown,
): boolean {
  if (runsAt !== 'client' || schema === undefined || !isRecord(given)) return false;
  const { required = [], properties = {} } = schema as InputSchema;
  const hasDefaults = Object.values(properties).some((property) =>
    Object.hasOwn(property, 'default'),
  );
  return (
    Object.values(given).every((value) => value === undefined) &&
    required.length === 0 &&
    !hasDefaults
  );
}
