import { Length, Matches } from 'svc-registry/dto';
import { VISIBLE } from '../name-rules.js';

const MAX_CLIENT_LENGTH = 100;

/** The name of a program that signs in, as its user recognises it. */
export function IsClientName(): PropertyDecorator {
  const rules = [
    Length(1, MAX_CLIENT_LENGTH),
    Matches(VISIBLE, {
      message: '$property must not contain control characters or invisible characters',
    }),
  ];
  return (target, key) => {
    for (const rule of rules) rule(target, key);
  };
}
