/** The words of evaluations, for all surfaces. */

/** States of a run (specification, "States and transitions"): one that waits, is prepared or is being worked on is `pending`. */
export const evalStatuses = ['pending', 'completed', 'failed'] as const;
export type EvalStatus = (typeof evalStatuses)[number];

/** States of a generation of scenarios (specification, "States and transitions"). */
export const generationStatuses = ['pending', 'in_progress', 'completed', 'failed'] as const;
export type GenerationStatus = (typeof generationStatuses)[number];

/** What an agent works with: nothing besides the task, or the context that is evaluated. */
export const variants = ['baseline', 'with-context'] as const;
export type Variant = (typeof variants)[number];

/** What the agent is given besides the task; `commit` is a context of the user's repository as it was in a commit. */
export const contextTypes = [
  'plugin',
  'plugin-directory',
  'files',
  'commit',
  'no-context',
] as const;
export type ContextType = (typeof contextTypes)[number];

/**
 * Whose failure it is that a cell has no score, or a bad one: the preparation, the worker and what it depends on, the time limit, a refusal of the model's
 * provider or of the server, the agent, who scores. Only what is the agent's counts against the context.
 */
export const failureClasses = ['setup', 'infra', 'timeout', 'refused', 'agent', 'scorer'] as const;
export type FailureClass = (typeof failureClasses)[number];

/**
 * States of a cell: one scenario, solved once in one variant. `void`: it has no score that counts, and `failure` or `contamination` says why. `unscored`: it was
 * solved, and the run does not score.
 */
export const cellStatuses = ['pending', 'running', 'scored', 'unscored', 'void'] as const;
export type CellStatus = (typeof cellStatuses)[number];

/** What a run shows about its context. */
export const verdictNames = ['improves', 'harms', 'no difference shown', 'underpowered'] as const;
export type VerdictName = (typeof verdictNames)[number];

/** Who decided how many points a criterion gets. */
export const scoredBy = ['check', 'judge', 'person'] as const;
export type ScoredBy = (typeof scoredBy)[number];

/** Whether the context's skills were seen where they had to be, or must not be. */
export const contaminations = ['baseline-saw-context', 'context-not-seen'] as const;
export type Contamination = (typeof contaminations)[number];
