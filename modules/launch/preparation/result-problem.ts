import { isRecord, type Fields } from '../../../toolbox/type-guards.js';
import { resultStatuses, type ResultStatus } from '../contract/envelope.js';
import { compileSchema } from './compile-schema.js';

/** What a launch allows its result to be. */
export interface ResultRules {
  /** The slot `output`, resolved; `undefined` when the skill declares none. */
  readonly outputSchema?: Fields | undefined;
  /** Whether `needs_input` is allowed: in the turns of a task. */
  readonly needsInput: boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const TEXT = { holds: isText, what: 'a text' };
const TEXTS = {
  holds: (value: unknown): boolean => Array.isArray(value) && value.every(isText),
  what: 'a list of texts',
};

type FieldRules = Readonly<Record<string, typeof TEXT>>;

/** The required fields of each status; `output` has rules of its own. */
const fieldsByStatus: Readonly<Record<ResultStatus, FieldRules>> = {
  succeeded: { summary: TEXT },
  no_action: { summary: TEXT },
  needs_input: { summary: TEXT, questions: TEXTS },
  failed: { summary: TEXT, reason: TEXT },
};

/** What is wrong with a result: a sentence; `undefined` when it is as specified. The only validator of results. */
export async function resultProblem(
  value: unknown,
  rules: ResultRules,
): Promise<string | undefined> {
  if (!isRecord(value)) return 'The result is not a JSON object.';
  const status = resultStatuses.find((known) => known === value['status']);
  if (status === undefined) return `"status" is none of ${resultStatuses.join(', ')}.`;
  if (status === 'needs_input' && !rules.needsInput)
    return '"needs_input" is not allowed here, because nobody can be asked.';
  const fields = fieldsByStatus[status];
  for (const [key, { holds, what }] of Object.entries(fields))
    if (!Object.hasOwn(value, key) || !holds(value[key]))
      return `"${key}" is not ${what}, which "${status}" requires.`;
  const extra = Object.keys(value).find(
    (key) => key !== 'status' && key !== 'output' && !Object.hasOwn(fields, key),
  );
  if (extra !== undefined) return `"${extra}" is not a field of "${status}".`;
  return outputProblem(value, { ...rules, status });
}

async function outputProblem(
  value: Fields,
  { status, outputSchema }: ResultRules & { readonly status: ResultStatus },
): Promise<string | undefined> {
  const given = Object.hasOwn(value, 'output');
  if (status !== 'succeeded') return given ? `"output" is not a field of "${status}".` : undefined;
  if (outputSchema === undefined)
    return given ? '"output" is given, but the skill declares no schema for it.' : undefined;
  if (!isRecord(value['output']))
    return '"output" is not an object, which the skill\'s schema requires.';
  // a run that has worked for long does not fail because the machine is busy at its end
  const check = await compileSchema(outputSchema, { times: 3 });
  if (typeof check === 'string') return `The schema of "output" cannot be used: ${check}.`;
  const [issue] = check(value['output']);
  return issue && `"${['output', ...issue.path].join('.')}" ${issue.message}.`;
}
