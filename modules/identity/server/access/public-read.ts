import { usageError } from 'svc-registry/kernel';

const ON: ReadonlySet<string> = new Set(['1', 'true', 'on', 'yes']);
const OFF: ReadonlySet<string> = new Set(['0', 'false', 'off', 'no']);

/** Whether strangers may read public objects: SVC_PUBLIC_READ, on by default. */
export function publicRead(env: Readonly<Record<string, string | undefined>>): boolean {
  const value = (env['SVC_PUBLIC_READ'] ?? '').toLowerCase();
  if (value === '' || ON.has(value)) return true;
  if (OFF.has(value)) return false;
  throw usageError({ what: `SVC_PUBLIC_READ is "${value}".`, hint: 'Set it to "on" or "off".' });
}
