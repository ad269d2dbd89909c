import { ValidateIf } from 'class-validator';

/** Marks the conditions that the generator of JSON Schemas supports; it reports an error for any other condition on a field. */
const PRESENCE = 'svc:presence';
export type Presence = 'optional' | 'nullable' | 'optionalNullable';

function presence(kind: Presence, isGiven: (value: unknown) => boolean): PropertyDecorator {
  return ValidateIf((_object: object, value: unknown) => isGiven(value), {
    context: { [PRESENCE]: kind },
  });
}

/** The field may be left out; `null` is not accepted. */
export function Optional(): PropertyDecorator {
  return presence('optional', (value) => value !== undefined);
}

/** The field must be given, and may be `null`. */
export function Nullable(): PropertyDecorator {
  return presence('nullable', (value) => value !== null);
}

/** The field may be left out or be `null`. */
export function OptionalNullable(): PropertyDecorator {
  return presence('optionalNullable', (value) => value !== undefined && value !== null);
}
