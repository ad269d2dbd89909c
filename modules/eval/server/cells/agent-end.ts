import type { HeadlessEnd } from '../../../launch/contract/worker-agents.js';
import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { isRecord } from '../../../../toolbox/type-guards.js';
import { shortened } from '../../../../toolbox/shortened.js';
import { CellFailed } from './solution.js';

/** Characters of the end of an output in which programs say why they have given up. */
const LAST_WORDS = 4_000;
const MOST_MESSAGE = 500;

/** What the provider of a model, or the way to it, has done. */
const PROVIDER =
  /\b(?:429|5\d\d)\b.{0,40}\b(?:error|too many|overloaded|unavailable|gateway|status)|\b(?:status|error|code|http)\b\W{0,12}(?:401|403|429|5\d\d)\b|rate.?limit|overloaded|too many requests|service unavailable|bad gateway|invalid.{0,12}api.?key|authentication|unauthorized|insufficient.{0,12}(?:quota|credit)|credit balance|billing|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|fetch failed|network error|connection (?:error|refused|reset)|socket hang up/i;
const REFUSAL =
  /"stop_reason"\s*:\s*"refusal"|content.?(?:policy|filter)|usage polic|safety (?:policy|system)|flagged (?:as|for)|content management policy/i;

/**
 * What the agent did wrong besides its solution, which is scored as it stands; `null` if nothing. Throws `CellFailed` where others are to blame: the provider of its
 * model or the way to it.
 */
export function agentFailureOf(end: HeadlessEnd): string | null {
  const { exit, sandboxEnded } = end;
  if (sandboxEnded) throw new CellFailed('infra', 'The sandbox ended while the agent worked.');
  if (exit.limit !== undefined) return `It was ended: it exceeded the limit of ${exit.limit}.`;
  const { isError, text } = lastWords(end);
  if (exit.code === 0 && !isError) return null;
  const said = last(text);
  if (REFUSAL.test(text)) throw new CellFailed('refused', `The provider refused: ${said}`);
  if (PROVIDER.test(text))
    throw new CellFailed('infra', `The agent could not ask its model: ${said}`);
  return exit.code === 0 ? `It reported an error: ${said}` : `It ended with ${endOf(exit)}.`;
}

const endOf = ({ code, signal }: HeadlessEnd['exit']): string =>
  code === null ? (signal ?? 'a signal') : `exit code ${code}`;

/** What a program says at its end: on stderr, or as the last event of its output. What its tools have printed is not among it. */
function lastWords({ stdout, stderr }: HeadlessEnd) {
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  const event = line.startsWith('{') ? parsedJson(line) : undefined;
  const isError =
    isRecord(event) &&
    (event['is_error'] === true ||
      /error|failed/i.test(`${textOf(event['type'])} ${textOf(event['subtype'])}`));
  const isRefusal = isRecord(event) && event['stop_reason'] === 'refusal';
  const said = isError || isRefusal || event === undefined ? line : '';
  return {
    isError: isError || isRefusal,
    text: `${stderr.slice(-LAST_WORDS)}\n${said.slice(-LAST_WORDS)}`,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const last = (text: string): string =>
  shortened(text.trim().split('\n').at(-1)?.trim() ?? '', MOST_MESSAGE);
