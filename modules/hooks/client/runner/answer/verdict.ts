export type Decision = 'allow' | 'ask' | 'block';

/** What one hook says, or all of them together. */
export interface Verdict {
  /** `undefined`: nothing was said, and the agent decides as it would without hooks. */
  readonly decision: Decision | undefined;
  /** Why, one text for each hook that decided so. */
  readonly reasons: readonly string[];
  /** Texts for the model. */
  readonly contexts: readonly string[];
  /** Texts for the person at the agent. */
  readonly messages: readonly string[];
  /** The agent is to stop altogether, for this reason. */
  readonly stop: string | undefined;
}

export const noVerdict: Verdict = {
  decision: undefined,
  reasons: [],
  contexts: [],
  messages: [],
  stop: undefined,
};

/** What the runner's process answers to the agent. */
export interface Reply {
  /** Written as one JSON document; nothing is written without it. */
  readonly document?: object | undefined;
  /** Written to standard error, for agents that read a reason there. */
  readonly reason?: string | undefined;
  readonly exitCode: number;
}

export const joined = (texts: readonly string[]): string => texts.join('\n');

const rank: Readonly<Record<Decision, number>> = { allow: 1, ask: 2, block: 3 };
const rankOf = (decision: Decision | undefined): number =>
  decision === undefined ? 0 : rank[decision];

/** Block wins over ask, ask over allow; only the reasons of those who decided so are kept. Texts for the model join. */
export function mergeVerdicts(verdicts: readonly Verdict[]): Verdict {
  const highest = Math.max(0, ...verdicts.map(({ decision }) => rankOf(decision)));
  const deciding = verdicts.filter(({ decision }) => rankOf(decision) === highest);
  const stops = verdicts.map(({ stop }) => stop).filter((stop) => stop !== undefined);
  return {
    decision: deciding[0]?.decision,
    reasons: deciding.flatMap(({ decision, reasons }) => (decision === undefined ? [] : reasons)),
    contexts: verdicts.flatMap(({ contexts }) => contexts),
    messages: verdicts.flatMap(({ messages }) => messages),
    stop: stops.length === 0 ? undefined : joined(stops.filter((stop) => stop !== '')),
  };
}
