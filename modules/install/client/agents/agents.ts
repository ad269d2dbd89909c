import type { AgentId } from '../../contract/agent-ids.js';

/** What a coding agent reads, and where we write for it. Facts only: everything that differs between agents stands here. */
export interface AgentFacts {
  readonly id: AgentId;
  readonly display: string;
  /** The version that the facts were observed with; `undefined` when they are taken from documentation. */
  readonly observed: string | undefined;
  /** The one folder of the project in which skills are linked. */
  readonly skillsFolder: string;
  /** The file that is made, with a reference to the rules, when it is missing. `AGENTS.md` never is. */
  readonly rulesFile: string | undefined;
  /** The JSON file of tool servers and the key in it that maps names to them. */
  readonly toolServers: { readonly file: string; readonly key: string } | undefined;
  /** Any of these shows that a project uses the agent. */
  readonly traces: readonly string[];
  /** What the user has to do before the agent reads what was written; `undefined` when nothing. */
  readonly nextStep: string | undefined;
}

const facts: readonly AgentFacts[] = [
  {
    id: 'claude-code',
    display: 'Claude Code',
    observed: '2.1.197',
    // reads neither .agents/skills nor AGENTS.md
    skillsFolder: '.claude/skills',
    rulesFile: 'CLAUDE.md',
    toolServers: { file: '.mcp.json', key: 'mcpServers' },
    traces: ['.claude', 'CLAUDE.md', '.mcp.json'],
    nextStep: undefined,
  },
  {
    id: 'agents',
    display: 'Agents that read .agents/skills and AGENTS.md',
    observed: undefined,
    skillsFolder: '.agents/skills',
    rulesFile: undefined,
    toolServers: undefined,
    traces: ['.agents', 'AGENTS.md'],
    nextStep: undefined,
  },
];

/** The facts of an agent; `undefined` for one that cannot be set up yet. */
export function factsOf(id: AgentId): AgentFacts | undefined {
  return facts.find((agent) => agent.id === id);
}

/** The agents that can be set up. */
export const availableAgents: readonly AgentFacts[] = facts;
