import { ValidateBy } from 'class-validator';

export const ANY_JSON = 'anyJson';

/** Any JSON value, `null` included: for fields whose type is known from other fields only. */
export function AnyJson(): PropertyDecorator {
  const validator = {
    validate: (value: unknown) => value !== undefined,
    defaultMessage: () => '$property must be given',
  };
  return ValidateBy({ name: ANY_JSON, validator });
}
