import { sandboxSettingInvalid } from '../contract/errors.js';
import type { SandboxLimits } from '../contract/index.js';

type Env = Readonly<Record<string, string | undefined>>;

const MEGABYTE = 1024 * 1024;

function numberOf(text: string | undefined, name: string, without: number): number {
  if (text === undefined || text === '') return without;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw sandboxSettingInvalid({
    what: `${name} is "${text}", which is not a number from 1 to 9999999.`,
    hint: `Without it, ${without} counts.`,
  });
}

/** The limits that the operator has set, or those of the product. */
export const defaultLimits = (env: Env): SandboxLimits => ({
  diskBytes: numberOf(env['SVC_SANDBOX_DISK_MB'], 'SVC_SANDBOX_DISK_MB', 1024) * MEGABYTE,
  memoryBytes: numberOf(env['SVC_SANDBOX_MEMORY_MB'], 'SVC_SANDBOX_MEMORY_MB', 2048) * MEGABYTE,
  processes: numberOf(env['SVC_SANDBOX_PROCESSES'], 'SVC_SANDBOX_PROCESSES', 512),
});
