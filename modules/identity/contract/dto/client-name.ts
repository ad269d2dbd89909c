import { Length, Matches } from 'svc-registry/dto';

const MAX_CLIENT_LENGTH = 100;

/** What signs in, as people recognise it. */
export function IsClientName(): PropertyDecorator {
  const rules = [Length(1, MAX_CLIENT_LENGTH), Matches(/^\P{Cc}*$/u, { message: '$property must not contain control characters' })];
  return (target, key) => {
    for (const rule of rules) rule(target, key);
  };
}
