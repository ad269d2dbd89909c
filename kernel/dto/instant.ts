import { ValidateBy, type ValidationOptions } from 'class-validator';

export const IS_INSTANT = 'isInstant';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

function isInstant(value: unknown): boolean {
  if (typeof value !== 'string' || !INSTANT.test(value)) return false;
  const time = new Date(value);
  // refuses dates that Date would silently shift, such as 30 February
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === value.slice(0, 19);
}

/** A point in time as ISO 8601 in UTC: `2026-03-01T09:30:00Z`, fractions of a second allowed. */
export function IsInstant(options?: ValidationOptions): PropertyDecorator {
  const validator = {
    validate: isInstant,
    defaultMessage: () => '$property must be a time in UTC such as 2026-03-01T09:30:00Z',
  };
  return ValidateBy({ name: IS_INSTANT, validator }, options);
}
