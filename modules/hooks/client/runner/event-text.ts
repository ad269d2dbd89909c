import type { HookInput } from './payload.js';

/** Levels of lists and objects that are kept of an event that is too deeply nested for JSON.stringify. */
const DEEPEST = 500;

/**
 * The event as JSON for hooks. A model controls the input of its tools, and could keep hooks from running with input too deeply nested to be
 * serialised; the innermost levels are then removed.
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
