export type Decision = 'allow' | 'ask' | 'block';

/** The verdict of one hook, or of all together. */
export interface Verdict {
  /** `undefined`: no hook decided, and the agent decides as it would without hooks. */
  readonly decision: Decision | undefined;
  /** The reasons for the decision, one text per hook. */
  readonly reasons: readonly string[];
  /** Texts for the model. */
  readonly contexts: readonly string[];
  /** Texts for the person at the agent. */
  readonly messages: readonly string[];
  /** The reason to stop the agent altogether. */
  readonly stop: string | undefined;
}

export const noVerdict: Verdict = {
  decision: undefined,
  reasons: [],
  contexts: [],
  messages: [],
  stop: undefined,
};

/** The answer of the runner's process to the agent. */
export interface Reply {
  /** Written as one JSON document; without it, standard output stays empty. */
  readonly document?: object | undefined;
  /** Written to standard error, for agents that read a reason there. */
  readonly reason?: string | undefined;
  readonly exitCode: number;
}

export const joined = (texts: readonly string[]): string => texts.join('\n');

const rank: Readonly<Record<Decision, number>> = { allow: 1, ask: 2, block: 3 };
const rankOf = (decision: Decision | undefined): number =>
  decision === undefined ? 0 : rank[decision];

/**
 * Block takes precedence over ask, and ask over allow; only the reasons of hooks with the resulting decision are kept. Texts for the model are
 * concatenated.
 */
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
