import type { LaunchResult } from '../contract/envelope.js';
import type { Fields } from '../../../toolbox/type-guards.js';
import { printable, printableWithin } from '../../../toolbox/printable.js';
import { isMeantAsResult, reportInAnswer, reportInFile, type Report } from './reports.js';
import { resultProblem, type ResultRules } from './result-problem.js';

/** How an agent's program ended. */
export interface AgentExit {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly signal?: string | null;
  /** The limit that ended it, such as `time`. */
  readonly limit?: string | undefined;
}

/** What an agent left behind. All of it is untrusted. */
export interface AgentEnd extends ResultRules {
  /** The file with its result, if there is one. It was not read when it has more than `MOST_RESULT_BYTES` bytes. */
  readonly file?: Uint8Array | 'too large' | undefined;
  /** Its last message. */
  readonly answer?: string | undefined;
  /** The end of what it wrote to stdout, for when there is nothing else. */
  readonly stdoutTail?: string | undefined;
  readonly exit?: AgentExit | undefined;
  /** Hides secrets in what was said, of which only a part is shown: the rest of a secret that is cut could not be recognized any more. */
  readonly mask?: ((text: string) => string) | undefined;
}

const MOST_REASON = 2000;
const MOST_SAID = 1500;

/**
 * The result of a launch, whatever the agent did. The file counts; without one, the end of the answer. No result, two different ones, and one
 * that is cut or invalid become `failed`, with what was said as the reason.
 */
export async function readResult(end: AgentEnd): Promise<LaunchResult> {
  const inFile = end.file === undefined ? undefined : reportInFile(end.file);
  const inAnswer = end.answer === undefined ? undefined : reportInAnswer(end.answer);
  const report = contradiction(inFile, inAnswer) ?? inFile ?? inAnswer;
  if (report === undefined)
    return noResult(
      'The agent reported no result: neither in the file nor at the end of its answer.',
      end,
    );
  if ('problem' in report) return noResult(report.problem, end);
  const problem = await resultProblem(report.value, { ...end, needsInput: true });
  if (problem !== undefined) return noResult(`The agent's result is not valid: ${problem}`, end);
  return resultOf(report.value as LaunchResult & Fields, end);
}

/** The answer may shorten what the file says, but not contradict it. */
function contradiction(file: Report | undefined, answer: Report | undefined): Report | undefined {
  if (file === undefined || answer === undefined) return undefined;
  if ('problem' in file || 'problem' in answer) return undefined;
  return file.value['status'] === answer.value['status'] || !isMeantAsResult(answer.value)
    ? undefined
    : { problem: 'The file and the answer hold two different results.' };
}

/** A valid result with texts that are safe to show. */
function resultOf(result: LaunchResult, { needsInput }: AgentEnd): LaunchResult {
  const summary = printable(result.summary);
  switch (result.status) {
    case 'succeeded':
      return result.output === undefined
        ? { status: result.status, summary }
        : { status: result.status, summary, output: result.output };
    case 'no_action':
      return { status: result.status, summary };
    case 'failed':
      return { status: result.status, summary, reason: printable(result.reason) };
    case 'needs_input': {
      const questions = result.questions.map(printable);
      if (needsInput) return { status: result.status, summary, questions };
      const reason = printableWithin(questions.join('\n') || summary, MOST_REASON);
      return { status: 'failed', summary, reason };
    }
  }
}

function noResult(problem: string, end: AgentEnd): LaunchResult {
  const said = saidBy(end);
  const reason = [problem, exitOf(end.exit), said === '' ? '' : `It said: ${said}`];
  return {
    status: 'failed',
    summary: 'The agent ended without a valid result.',
    reason: printableWithin(reason.filter((part) => part !== '').join(' '), MOST_REASON),
  };
}

/** What a person has to read to see what went wrong: the beginning of the file, or the end of the answer or of the output. */
function saidBy({ file, answer, stdoutTail, mask = (text) => text }: AgentEnd): string {
  const bytes = typeof file === 'string' ? undefined : file;
  const written = mask(new TextDecoder().decode(bytes)).trim();
  if (written !== '') return printableWithin(written, MOST_SAID);
  const all = [answer, stdoutTail].map((text) => text?.trim() ?? '');
  const spoken = mask(all.find((text) => text !== '') ?? '');
  return spoken.length <= MOST_SAID ? spoken : `…${spoken.slice(-MOST_SAID)}`;
}

function exitOf(exit: AgentExit | undefined): string {
  if (exit === undefined) return '';
  if (exit.limit !== undefined) return `The limit of ${exit.limit} ended it.`;
  if (exit.code === null) return `The signal ${exit.signal ?? 'KILL'} ended it.`;
  return exit.code === 0 ? '' : `Its program ended with ${exit.code}.`;
}
