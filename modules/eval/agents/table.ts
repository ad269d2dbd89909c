/** Who solves and who scores, as data: these facts change more often than the program. */

/** An agent as people use it in evaluations. Any other agent that can be launched, and any other model, may be named too. */
export interface AgentEntry {
  readonly agent: string;
  /** Models that people use with it. */
  readonly models: readonly string[];
  /** The model that is used if none is named; `null`: the agent's own default. */
  readonly defaultModel: string | null;
  /** The family of its own default model; `null` for an agent that works with models of several makers. */
  readonly family: string | null;
}

export const agents: readonly AgentEntry[] = [
  {
    agent: 'claude-code',
    models: ['claude-sonnet-4-5', 'claude-opus-4-1', 'claude-haiku-4-5'],
    defaultModel: null,
    family: 'anthropic',
  },
  {
    agent: 'codex',
    models: ['gpt-5-codex', 'gpt-5', 'gpt-5-mini'],
    defaultModel: null,
    family: 'openai',
  },
  {
    agent: 'gemini',
    models: ['gemini-2.5-pro', 'gemini-2.5-flash'],
    defaultModel: null,
    family: 'google',
  },
  {
    agent: 'copilot',
    models: ['claude-sonnet-4.5', 'gpt-5'],
    defaultModel: null,
    family: null,
  },
  {
    agent: 'cursor',
    models: ['auto', 'sonnet-4.5', 'gpt-5'],
    defaultModel: null,
    family: null,
  },
  {
    agent: 'svc-agent',
    models: ['anthropic/claude-sonnet-4-5', 'openai/gpt-5'],
    defaultModel: null,
    family: null,
  },
];

/** Who solves and who scores if nobody is named. `model`: the model of the workspace is asked. */
export const defaults = {
  solver: 'claude-code',
  scorer: 'model',
} as const;

/** Other names of agents. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ['claude', 'claude-code'],
  ['svc', 'svc-agent'],
]);

/** Families of models by the beginnings of their names. A judge scores answers of its own family higher than people do. */
export const families: readonly (readonly [family: string, beginnings: readonly string[]])[] = [
  ['anthropic', ['claude', 'sonnet', 'opus', 'haiku']],
  ['openai', ['gpt', 'chatgpt', 'o1', 'o3', 'o4', 'codex']],
  ['google', ['gemini', 'gemma']],
  ['deepseek', ['deepseek']],
  ['qwen', ['qwen', 'qwq']],
  ['mistral', ['mistral', 'mixtral', 'codestral', 'devstral', 'magistral']],
  ['meta', ['llama', 'meta-llama']],
  ['xai', ['grok']],
  ['moonshot', ['kimi', 'moonshot']],
  ['zhipu', ['glm']],
];
