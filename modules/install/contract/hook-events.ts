import { hookEvents, type HookEvent } from '../../registry/contract/hook-format.js';

export { hookEvents, toolEvents, type HookEvent } from '../../registry/contract/hook-format.js';

export function isHookEvent(name: string | undefined): name is HookEvent {
  return (hookEvents as readonly (string | undefined)[]).includes(name);
}

/**
 * Seconds that our entry asks the agent for: all hooks of an event together. It never changes, since some agents ask a person to review every
 * entry that does.
 */
export const ENTRY_SECONDS = 600;
