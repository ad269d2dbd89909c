/** The grammar of workspace and organization names. */
export const NAME_PATTERN = /^[a-z0-9](-?[a-z0-9])*$/;
export const MAX_NAME_LENGTH = 100;

/** Text without control characters or halves of characters, and without any that turn text around or hide in it. */
export const VISIBLE = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Words that mean something else in addresses, or to a program that keeps names as keys. */
const RESERVED: ReadonlySet<string> = new Set([
  ...[
    'constructor',
    'prototype',
    'hasownproperty',
    'tostring',
    'valueof',
    'null',
    'undefined',
    'true',
    'false',
  ],
  ...[
    'v1',
    'experimental',
    'api',
    'api-keys',
    'auth',
    'login',
    'logout',
    'me',
    'users',
    'orgs',
    'workspaces',
    'members',
    'tiles',
    'versions',
    'latest',
    'match',
  ],
  ...[
    'files',
    'archive',
    'search',
    'projects',
    'policies',
    'install',
    'uploads',
    'badges',
    'new',
    'settings',
    'admin',
    'health',
    'ready',
  ],
  ...['metrics', 'openapi', 'assets', 'static'],
]);

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

export function isReservedName(name: string): boolean {
  return RESERVED.has(name);
}

/** True when a workspace or organization may carry this name. */
export function isName(name: string): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    NAME_PATTERN.test(name) &&
    !isReservedName(name) &&
    !isUuid(name)
  );
}
