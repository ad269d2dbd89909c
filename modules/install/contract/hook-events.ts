/** Moments at which an agent calls hooks, in the words of plugin manifests. Agents have names of their own for them. */
export const hookEvents = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'SessionStart', 'Stop'] as const;
export type HookEvent = (typeof hookEvents)[number];

/** The events that are about a tool: only there a matcher counts. */
export const toolEvents: readonly HookEvent[] = ['PreToolUse', 'PostToolUse'];

export function isHookEvent(name: string | undefined): name is HookEvent {
  return (hookEvents as readonly (string | undefined)[]).includes(name);
}

/**
 * Seconds that our entry asks the agent for: all hooks of an event together. It never changes, since some agents ask a person to review every
 * entry that does.
 */
export const ENTRY_SECONDS = 600;
