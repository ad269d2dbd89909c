import type { Field } from './field.js';

/** The default of a field as people read it: `true`, `git`, `the current context`. `undefined` where the field then has no value and no effect. */
export function fallbackText({ fallback, fallbackText: words }: Field): string | undefined {
  if (fallback === undefined) return words;
  if (Array.isArray(fallback)) return fallback.length === 0 ? 'none' : fallback.join(', ');
  return typeof fallback === 'string' ? fallback : JSON.stringify(fallback);
}
