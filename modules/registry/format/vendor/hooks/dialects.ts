import type { AgentId, HookEvent } from '../../../contract/hook-format.js';

/** The agents whose words plugins write their hooks in. */
export type DialectId = Extract<AgentId, 'claude-code' | 'codex' | 'gemini' | 'cursor' | 'copilot'>;

/** How an agent writes hooks. */
export interface Dialect {
  readonly id: DialectId;
  /** The agent's events that have a counterpart. */
  readonly events: ReadonlyMap<string, HookEvent>;
  /** The agent's other events. */
  readonly own: ReadonlySet<string>;
  /** `groups`: hooks stand in groups with a matcher; `flat`: each has its own. */
  readonly shape: 'groups' | 'flat';
  readonly timeout: { readonly keys: readonly string[]; readonly perSecond: number };
  /** The agent's names of tools that are called otherwise in our matchers. */
  readonly tools: ReadonlyMap<string, string>;
  /** Keys that change what a hook does and that only this agent has. */
  readonly ownKeys: readonly string[];
  /** Whether relative paths begin in the plugin's folder. */
  readonly startsInPlugin: boolean;
}

const list = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const sameEvents = new Map<string, HookEvent>([
  ['PreToolUse', 'PreToolUse'],
  ['PostToolUse', 'PostToolUse'],
  ['UserPromptSubmit', 'UserPromptSubmit'],
  ['SessionStart', 'SessionStart'],
  ['Stop', 'Stop'],
]);
const seconds = { keys: ['timeout'], perSecond: 1 };

const claude: Dialect = {
  id: 'claude-code',
  events: sameEvents,
  own: list(
    'ConfigChange CwdChanged Elicitation ElicitationResult FileChanged InstructionsLoaded Notification PermissionDenied PermissionRequest PostCompact ' +
      'PostToolBatch PostToolUseFailure PreCompact SessionEnd Setup StopFailure SubagentStart SubagentStop TaskCompleted TaskCreated TeammateIdle ' +
      'UserPromptExpansion WorktreeCreate WorktreeRemove',
  ),
  shape: 'groups',
  timeout: seconds,
  tools: new Map(),
  ownKeys: ['async', 'asyncRewake', 'if', 'once', 'shell'],
  startsInPlugin: false,
};

/** In the order in which they are asked whether they know an event. */
export const dialects: readonly Dialect[] = [
  claude,
  {
    ...claude,
    id: 'codex',
    own: list('PermissionRequest PostCompact PreCompact SubagentStart SubagentStop'),
    tools: new Map([['apply_patch', 'Edit|Write']]),
    ownKeys: ['async'],
  },
  {
    id: 'gemini',
    events: new Map<string, HookEvent>([
      ['BeforeTool', 'PreToolUse'],
      ['AfterTool', 'PostToolUse'],
      ['BeforeAgent', 'UserPromptSubmit'],
      ['SessionStart', 'SessionStart'],
      ['AfterAgent', 'Stop'],
    ]),
    own: list('AfterModel BeforeModel BeforeToolSelection Notification PreCompress SessionEnd'),
    shape: 'groups',
    timeout: { keys: ['timeout'], perSecond: 1000 },
    tools: new Map([
      ['run_shell_command', 'Bash'],
      ['read_file', 'Read'],
      ['read_many_files', 'Read'],
      ['write_file', 'Write'],
      ['replace', 'Edit'],
      ['glob', 'Glob'],
      ['grep_search', 'Grep'],
      ['search_file_content', 'Grep'],
      ['web_fetch', 'WebFetch'],
      ['google_web_search', 'WebSearch'],
    ]),
    ownKeys: [],
    startsInPlugin: false,
  },
  {
    id: 'cursor',
    events: new Map<string, HookEvent>([
      ['preToolUse', 'PreToolUse'],
      ['postToolUse', 'PostToolUse'],
      ['beforeSubmitPrompt', 'UserPromptSubmit'],
      ['sessionStart', 'SessionStart'],
      ['stop', 'Stop'],
    ]),
    own: list(
      'afterAgentResponse afterAgentThought afterFileEdit afterMCPExecution afterShellExecution afterTabFileEdit beforeMCPExecution beforeReadFile ' +
        'beforeShellExecution beforeTabFileRead postToolUseFailure preCompact sessionEnd subagentStart subagentStop workspaceOpen',
    ),
    shape: 'flat',
    timeout: seconds,
    tools: new Map([
      ['Shell', 'Bash'],
      ['StrReplace', 'Edit'],
      ['Write', 'Write|Edit'],
    ]),
    ownKeys: ['failClosed', 'loop_limit'],
    startsInPlugin: true,
  },
  {
    id: 'copilot',
    events: new Map<string, HookEvent>([
      ['preToolUse', 'PreToolUse'],
      ['postToolUse', 'PostToolUse'],
      ['userPromptSubmitted', 'UserPromptSubmit'],
      ['sessionStart', 'SessionStart'],
      ['agentStop', 'Stop'],
    ]),
    own: list(
      'errorOccurred notification permissionRequest postToolUseFailure preCompact sessionEnd subagentStart subagentStop',
    ),
    shape: 'flat',
    timeout: { keys: ['timeoutSec', 'timeout'], perSecond: 1 },
    tools: new Map([
      ['bash', 'Bash'],
      ['powershell', 'Bash'],
      ['view', 'Read'],
      ['create', 'Write'],
      ['edit', 'Edit'],
      ['str_replace', 'Edit'],
      ['glob', 'Glob'],
      ['grep', 'Grep'],
      ['rg', 'Grep'],
      ['web_fetch', 'WebFetch'],
      ['web_search', 'WebSearch'],
      ['task', 'Task'],
    ]),
    ownKeys: ['cwd'],
    startsInPlugin: true,
  },
];

export const knows = ({ events, own }: Dialect, event: string): boolean =>
  events.has(event) || own.has(event);

/** The dialect of a file: that of its vendor, unless another one knows more of its events. */
export function dialectOf(events: readonly string[], usual: DialectId): Dialect {
  const known = (dialect: Dialect): number =>
    events.filter((event) => knows(dialect, event)).length;
  return dialects.reduce((best, dialect) => {
    const difference = known(dialect) - known(best);
    return difference > 0 || (difference === 0 && dialect.id === usual) ? dialect : best;
  });
}
