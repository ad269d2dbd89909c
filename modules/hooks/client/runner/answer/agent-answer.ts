import type { HookEvent } from '../../../../install/contract/hook-events.js';
import type { Dialect } from '../dialects/dialect.js';
import { fitVerdict } from './fit-verdict.js';
import type { Verdict } from './verdict.js';

/** What the runner's process writes, and how it ends. */
export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What came of an event. */
export interface Outcome {
  readonly verdict: Verdict;
  /** What people should know, one sentence each. */
  readonly notes: readonly string[];
  /** Something failed, and people should hear of it. */
  readonly failed: boolean;
}

export const noteText = (note: string): string => `svc: ${note}\n`;

/** Answers the agent in its own protocol; what that cannot express is reported to people. */
export function agentAnswer(
  { verdict, notes, failed }: Outcome,
  dialect: Dialect,
  event: HookEvent,
): Answer {
  const fitted = fitVerdict(verdict, dialect, event);
  const { document, reason, exitCode } = dialect.reply(fitted.verdict, event);
  const lost = fitted.lost.map(
    (what) => `${dialect.id} takes no "${what}" at ${event}; it was left out`,
  );
  const silent = document === undefined && reason === undefined;
  return {
    stdout: document === undefined ? '' : `${JSON.stringify(document)}\n`,
    stderr: [
      ...(reason === undefined ? [] : [`${reason}\n`]),
      ...[...notes, ...lost].map(noteText),
    ].join(''),
    exitCode: silent && failed ? dialect.failureExit : exitCode,
  };
}
