import { MAX_NAME_LENGTH, NAME_PATTERN, isReservedName, isUuid } from './name-rules.js';
import { Length, Matches } from 'svc-registry/dto';
import { ValidateBy } from 'class-validator';

function notReserved(): PropertyDecorator {
  const validator = {
    validate: (value: unknown) =>
      typeof value !== 'string' || !(isReservedName(value) || isUuid(value)),
    defaultMessage: () => '$property "$value" is reserved: choose another name',
  };
  return ValidateBy({ name: 'notReservedName', validator });
}

/** The name of a new workspace or organization: 1 to 100 lower-case letters, digits and single hyphens between them. */
export function IsNewName(): PropertyDecorator {
  const rules = [
    Length(1, MAX_NAME_LENGTH),
    Matches(NAME_PATTERN, {
      message: '$property must be lower-case letters, digits and single hyphens between them',
    }),
    notReserved(),
  ];
  return (target, key) => {
    for (const rule of rules) rule(target, key);
  };
}
