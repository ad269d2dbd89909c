import { shortened } from '../../../../toolbox/shortened.js';
import { partName, type FieldPart } from '../rules.js';
import type { Request } from './request.js';

/** Characters of a header or path in an explanation. */
const SHOWN = 200;

/** One condition of a filter on a request. */
export interface Condition {
  readonly kind: 'header' | 'path' | 'method' | 'body' | 'jq';
  /** The pattern, method or program. */
  readonly text: string;
  readonly part: FieldPart;
}

export interface ConditionAnswer {
  readonly condition: Condition;
  readonly answer: 'yes' | 'no' | 'open';
  /** The end of a clause about the request: `has no header that matches ^x-user`. */
  readonly reason: string;
  /** For `open`: what has to be given, or why it cannot be known. A full sentence. */
  readonly note?: string;
}

/** The texts that a condition looks at; a text says why they are not known. */
const LOOKED_AT = {
  header: ({ headers }: Request) =>
    headers.length > 0 ? headers : 'looks at the headers of a request: give them as `Name: value`',
  path: ({ path }: Request) =>
    path === undefined
      ? 'looks at the path of a request: give it as `:path: /orders?id=1`'
      : [path.replace(/\?.*$/s, ''), path],
  method: ({ method }: Request) =>
    method === undefined ? 'looks at the method of a request: give it as `:method: GET`' : [method],
  body: () => 'looks at the body of a request, which is known only when it arrives',
  jq: () => 'is a jq program, which runs only when a request arrives',
} as const satisfies Record<Condition['kind'], (request: Request) => readonly string[] | string>;

/** Whether a request meets a condition. Throws for a pattern that is wrong. */
export async function askCondition(
  condition: Condition,
  request: Request,
): Promise<ConditionAnswer> {
  const { kind, text } = condition;
  const texts = LOOKED_AT[kind](request);
  if (typeof texts === 'string') return open(condition, texts);
  if (kind === 'method') {
    const isEqual = texts.some((method) => method.toLowerCase() === text.toLowerCase());
    return { condition, answer: isEqual ? 'yes' : 'no', reason: methodReason(isEqual, text) };
  }
  const { search } = await import('../../patterns/search.js');
  const [result] = await search([text], texts, { ignoreCase: true });
  if (result?.tookTooLong === true)
    return open(condition, 'takes too long on this request to be decided');
  const found = result?.matched ?? null;
  return found === null
    ? { condition, answer: 'no', reason: `has no ${kind} that matches ${text}` }
    : {
        condition,
        answer: 'yes',
        reason: `has the ${kind} ${shortened(texts[found] ?? '', SHOWN)}, which matches ${text}`,
      };
}

const methodReason = (isEqual: boolean, text: string): string =>
  isEqual ? `has the method ${text}` : `has another method than ${text}`;

const open = (condition: Condition, why: string): ConditionAnswer => ({
  condition,
  answer: 'open',
  reason: `may or may not match ${condition.text}`,
  note: `\`${partName(condition.part)}\` (${condition.text}) ${why}.`,
});
