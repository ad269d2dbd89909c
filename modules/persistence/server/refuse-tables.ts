import type { SvcError } from 'svc-registry/kernel';
import { tablesRefused } from '../contract/errors.js';

/** `details.module` makes the server start without the module, if it is a third-party one. */
export function refuseTables(module: string, why: string, cause?: unknown): SvcError {
  return tablesRefused({ module, why }, { cause, details: { module } });
}
