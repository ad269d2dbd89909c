import type { HookEvent } from '../../../../install/contract/hook-events.js';
import type { Dialect } from '../dialects/dialect.js';
import { fitVerdict } from './fit-verdict.js';
import type { Verdict } from './verdict.js';

/** The output and the exit code of the runner's process. */
export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** The result of an event. */
export interface Outcome {
  readonly verdict: Verdict;
  /** Remarks for people, one sentence each. */
  readonly notes: readonly string[];
  /** Whether something failed that people should know about. */
  readonly failed: boolean;
}

const noteOf = (note: string): string => `svc: ${note}`;
export const noteText = (note: string): string => `${noteOf(note)}\n`;

/** Answers the agent in its own protocol. Parts that the protocol cannot express are reported to people. */
export function agentAnswer(
  { verdict, notes, failed }: Outcome,
  dialect: Dialect,
  event: HookEvent,
): Answer {
  const told = failed && dialect.tellsFailures === true ? notes : [];
  const whole = { ...verdict, messages: [...verdict.messages, ...told.map(noteOf)] };
  const fitted = fitVerdict(whole, dialect, event);
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
