import type { Constructor } from '../api/index.js';

/** The id that a service key was made from, such as `persistence.unitOfWork`; for a class, its name. */
export function keyId(key: symbol | Constructor<unknown>): string {
  if (typeof key === 'function') return key.name;
  return (Symbol.keyFor(key) ?? key.description ?? '?').replace(/^svc:/, '');
}
