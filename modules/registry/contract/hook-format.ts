/** Moments at which an agent calls hooks, in the words of plugin manifests. Agents have names of their own for them. */
export const hookEvents = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'SessionStart',
  'Stop',
] as const;
export type HookEvent = (typeof hookEvents)[number];

/** The events that are about a tool: only there a matcher counts. */
export const toolEvents: readonly HookEvent[] = ['PreToolUse', 'PostToolUse'];

/**
 * The coding agents that plugins can be installed for without another module, and bring hooks in their own form for. `agents` stands for all that
 * read `.agents/skills`.
 */
export const agentIds = [
  'claude-code',
  'cursor',
  'gemini',
  'codex',
  'openhands',
  'openclaw',
  'copilot',
  'copilot-vscode',
  'antigravity',
  'agents',
  'svc-agent',
] as const;
/** One of `agentIds`. */
export type AgentId = (typeof agentIds)[number];

/** Stands for the installed plugin's folder in hooks, and is the name of the variable that they find it in. */
export const PLUGIN_DIR = 'SVC_PLUGIN_DIR';
export const PLUGIN_DIR_TOKEN = `\${${PLUGIN_DIR}}`;
