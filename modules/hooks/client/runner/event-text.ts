import type { HookInput } from './payload.js';

/** Levels of lists and objects that hooks are given of an event that has too many of them to be written down. */
const DEEPEST = 500;

/**
 * The event as hooks read it. A model chooses what its tools are given: nested deeply enough that cannot be written, and must not
 * keep hooks from running. Then what is innermost is left out.
 */
export function eventText(input: HookInput): string {
  try {
    return JSON.stringify(input);
  } catch {
    return JSON.stringify(cut(input, DEEPEST));
  }
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((element) => cut(element, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cut(member, levels - 1)]),
  );
}
