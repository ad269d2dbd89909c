import { familyOf } from './family.js';
import { agents, aliases, defaults } from './table.js';

/** Who solves and who scores. */
export interface ChosenAgents {
  readonly agent: string;
  /** `null`: the agent's own default. */
  readonly model: string | null;
  /** `model`, or the id of an agent. */
  readonly scorerAgent: string;
  /** `null`: the agent's own default, or a workspace without a model. */
  readonly scorerModel: string | null;
}

/** What a request names; the rest is chosen by the table. */
export interface NamedAgents {
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly scorerAgent?: string | undefined;
  readonly scorerModel?: string | undefined;
}

/** The id of an agent by one of its names. */
export const agentOf = (name: string): string => aliases.get(name) ?? name;

/**
 * Who solves and scores. `configured` is the model of the workspace, such as `openai/gpt-5`: a judge is kept by its name, so that its scores are not taken for
 * those of the model that is configured later.
 */
export function chosenAgents(named: NamedAgents, configured: string | undefined): ChosenAgents {
  const agent = agentOf(named.agent ?? defaults.solver);
  const scorerAgent = agentOf(named.scorerAgent ?? defaults.scorer);
  const otherwise = scorerAgent === 'model' ? configured : defaultModelOf(scorerAgent);
  return {
    agent,
    model: named.model ?? defaultModelOf(agent),
    scorerAgent,
    scorerModel: named.scorerModel ?? otherwise ?? null,
  };
}

/** The model that an agent uses if none is named; `null`: its own default. */
export const defaultModelOf = (agent: string): string | null =>
  agents.find((entry) => entry.agent === agent)?.defaultModel ?? null;

/** For a plan: what speaks against the judge. */
export function judgeNotes({
  agent,
  model,
  scorerAgent,
  scorerModel,
}: ChosenAgents): readonly string[] {
  const family = familyOf(agent, model);
  if (family === undefined || family !== familyOf(scorerAgent, scorerModel)) return [];
  return [
    `The judge and the solver are models of one family (${family}), and a judge may prefer solutions of its own family. --scorer-agent and --scorer-model choose another judge.`,
  ];
}
