import type { Contamination, FailureClass } from '../../contract/words.js';

/** What an agent made of a scenario, as it is stored. No secret of the environment is in it. */
export interface Solution {
  /** How its program ended. */
  readonly exit: {
    readonly code: number | null;
    readonly signal: string | null;
    readonly limit?: 'time' | 'memory' | 'processes';
  };
  /** Its last message. */
  readonly answer: string | null;
  /** What it wrote to stdout and stderr; of long output the beginning and the end. */
  readonly transcript: string;
  /** What it has changed, as a patch; binary files are named only. */
  readonly diff: string;
  /** Paths of the files that it has added or changed. */
  readonly changed: readonly string[];
  /** Skills of the context that it has loaded; `null` if the context has none. */
  readonly activatedSkills: readonly string[] | null;
  /** Where the context was seen, or why it counts as not seen: lines for people. */
  readonly evidence: readonly string[];
  readonly contamination: Contamination | null;
  /** What the agent did wrong besides its solution, such as a crash: it counts against the context. */
  readonly agentFailure: string | null;
  readonly agentMs: number;
}

/** A failure that does not count against the context; the cell is tried again, up to a limit. */
export class CellFailed extends Error {
  constructor(
    readonly failureClass: Exclude<FailureClass, 'agent'>,
    message: string,
    /** Whether another attempt may help. */
    readonly repeatable = true,
  ) {
    super(message);
  }
}
