import type { AgentId } from '../agent-ids.js';
import type { AgentFacts } from '../agents.js';
import { antigravity } from './antigravity.js';
import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { copilotVscode } from './copilot-vscode.js';
import { copilot } from './copilot.js';
import { cursor } from './cursor.js';
import { gemini } from './gemini.js';
import { generic } from './generic.js';
import { openclaw } from './openclaw.js';
import { openhands } from './openhands.js';
import { svcAgent } from './svc-agent.js';

/** The facts of the agents that the specification names. */
export const builtInAgents: Readonly<Record<AgentId, AgentFacts>> = {
  'claude-code': claudeCode,
  cursor,
  gemini,
  codex,
  openhands,
  openclaw,
  copilot,
  'copilot-vscode': copilotVscode,
  antigravity,
  agents: generic,
  'svc-agent': svcAgent,
};
