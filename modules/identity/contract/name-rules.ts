/** The grammar of workspace and organization names. */
export const NAME_PATTERN = /^[a-z0-9](-?[a-z0-9])*$/;
export const MAX_NAME_LENGTH = 100;

/** Text without control characters, lone surrogates, and characters that are invisible or change the direction of text. */
export const VISIBLE = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Words that have a meaning in addresses, or in programs that use names as keys. */
const RESERVED: ReadonlySet<string> = new Set(
  `
  constructor prototype hasownproperty tostring valueof null undefined true false
  v1 experimental api api-keys auth login logout me users orgs workspaces members tiles
  versions latest match files archive search projects policies install uploads badges new
  settings admin health ready metrics openapi assets static
  `
    .trim()
    .split(/\s+/),
);

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

export function isReservedName(name: string): boolean {
  return RESERVED.has(name);
}

/** True for a valid name of a workspace or organization. */
export function isName(name: string): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    NAME_PATTERN.test(name) &&
    !isReservedName(name) &&
    !isUuid(name)
  );
}
