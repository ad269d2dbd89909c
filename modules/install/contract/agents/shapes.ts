import type { HookEntryFacts, HookFacts, ToolServerShape } from '../agents.js';
import { HOOKS_MISSING } from '../own-tool-server.js';

/** `mcpServers` as most agents have it. */
export const typedServer: ToolServerShape = {
  stdioType: 'stdio',
  http: { type: 'http', url: 'url', headers: 'headers' },
};
/** The same without `type`: a command means a program, a URL means HTTP. */
export const untypedServer: ToolServerShape = {
  stdioType: null,
  http: { type: null, url: 'url', headers: 'headers' },
};

export const servers = ['mcpServers'] as const;

/** Events that keep their names. */
export const sameEvents = {
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  UserPromptSubmit: 'UserPromptSubmit',
  SessionStart: 'SessionStart',
  Stop: 'Stop',
} as const satisfies HookFacts['events'];

/** An entry as Claude Code has it, and those that followed it. */
export const commandEntry: HookEntryFacts = {
  type: 'command',
  command: 'command',
  timeout: { key: 'timeout', unit: 's' },
};

/** Shown to the person once in a session, where svc is not installed. */
export const saysHowToGetSvc = {
  SessionStart: JSON.stringify({ systemMessage: HOOKS_MISSING }),
} as const satisfies HookFacts['passes'];
