import type { SvcError } from 'svc-registry/kernel';
import { tablesRefused } from '../contract/errors.js';

/** `details.module`: a module from outside is then left out, and the server starts without it. */
export function refuseTables(module: string, why: string, cause?: unknown): SvcError {
  return tablesRefused({ module, why }, { cause, details: { module } });
}
