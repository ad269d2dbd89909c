/** Every coding agent that plugins can be installed for. `agents` stands for all that read `.agents/skills`. */
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
export type AgentId = (typeof agentIds)[number];

/** `managed`: plugins are kept out of git and installed after a clone. `vendored`: plugins are committed. */
export const projectModes = ['managed', 'vendored'] as const;
export type ProjectMode = (typeof projectModes)[number];
