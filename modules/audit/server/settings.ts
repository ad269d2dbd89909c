import { badSetting } from '../../persistence/contract/errors.js';

/** `SVC_AUDIT_KEEP_DAYS`; `undefined` means for ever. An empty value counts as not set. */
export function keptDays(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const text = env['SVC_AUDIT_KEEP_DAYS'] || undefined;
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw badSetting({
    name: 'SVC_AUDIT_KEEP_DAYS',
    why: `"${text}" is not a number of days from 1 to 99999`,
    hint: 'Without it, the audit log is kept for ever.',
  });
}
