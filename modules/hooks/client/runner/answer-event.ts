import type { Readable } from 'node:stream';
import { agentAnswer, noteText, type Answer, type Outcome } from './answer/agent-answer.js';
import { mergeVerdicts, noVerdict } from './answer/verdict.js';
import type { HookRequest } from './arguments.js';
import { dialectFor } from './dialects/index.js';
import { eventOf, prepareEvent, type EventSource, type RunnerHost } from './event.js';
import { readPayload } from './read-payload.js';

/** Executes an entry in an agent's file: reads the event, runs the hooks, answers in the agent's protocol. */
export async function answerEvent(
  request: HookRequest,
  stdin: Readable | undefined,
  host: RunnerHost,
): Promise<Answer> {
  const { payload, problem } = await readPayload(stdin);
  const event = eventOf(request, payload);
  const dialect = dialectFor({ payload, env: host.env }, request.agent);
  if (event === undefined) {
    const note = `there is no hook event "${request.event ?? ''}"; nothing was run`;
    return { stdout: '', stderr: noteText(note), exitCode: dialect.failureExit };
  }
  const outcome = await outcomeOf({ request, payload, event, dialect }, host);
  if (problem === undefined) return agentAnswer(outcome, dialect, event);
  return agentAnswer(
    { ...outcome, notes: [problem, ...outcome.notes], failed: true },
    dialect,
    event,
  );
}

/**
 * The answer when the runner itself fails. A failure must not block anything (ADR 23), even with agents that treat silence or any exit code
 * but 0 as a refusal.
 */
export function failureAnswer(
  error: unknown,
  request: HookRequest,
  env: RunnerHost['env'],
): Answer {
  const dialect = dialectFor({ payload: undefined, env }, request.agent);
  const notes = [`the hooks could not be run: ${String(error)}`];
  return agentAnswer(
    { verdict: noVerdict, notes, failed: true },
    dialect,
    eventOf(request, undefined) ?? 'PreToolUse',
  );
}

/** An unreadable installation is reported and blocks nothing, as with the agents' own settings. */
async function outcomeOf(source: EventSource, host: RunnerHost): Promise<Outcome> {
  try {
    const prepared = prepareEvent(source, host);
    if (prepared.hooks.every(({ skipped }) => skipped !== undefined))
      return { verdict: noVerdict, notes: prepared.notes, failed: false };
    // imported only when there is a hook to run
    const { runPlan } = await import('./run-plan.js');
    const runs = await runPlan(prepared, host);
    const notesOfRuns = runs.map(({ note }) => note).filter((note) => note !== undefined);
    const verdict = mergeVerdicts(runs.map((run) => run.verdict));
    return { verdict, notes: [...prepared.notes, ...notesOfRuns], failed: notesOfRuns.length > 0 };
  } catch (error) {
    return { verdict: noVerdict, notes: [(error as Error).message], failed: true };
  }
}
