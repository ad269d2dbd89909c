import { usageError } from 'svc-registry/kernel';

type Env = Readonly<Record<string, string | undefined>>;

const ON: ReadonlySet<string> = new Set(['1', 'true', 'on', 'yes']);
const OFF: ReadonlySet<string> = new Set(['0', 'false', 'off', 'no']);

/** `undefined` when the setting is empty or missing. */
function isOn(name: string, text = ''): boolean | undefined {
  const value = text.toLowerCase();
  if (value === '') return undefined;
  if (ON.has(value)) return true;
  if (OFF.has(value)) return false;
  throw usageError({ what: `${name} is "${value}".`, hint: 'Set it to "on" or "off".' });
}

/** Whether anonymous callers may read public objects. */
export const publicRead = (env: Env): boolean =>
  isOn('SVC_PUBLIC_READ', env['SVC_PUBLIC_READ']) ?? true;

/** Whether every signed-in user may create organizations. */
export const organizationsByAnyone = (env: Env): boolean =>
  isOn('SVC_ORG_CREATION', env['SVC_ORG_CREATION']) ?? false;
