import { ValueProblem } from '../template-error.js';
import { json, prettyJson, printed } from '../evaluate/print.js';
import { isDictionary, isList, kindOf, type Value } from '../evaluate/value.js';
import { formattedDate } from './date.js';
import type { Filter } from './signature.js';

/** Filters of values of several types. */
export const VALUE_FILTERS: Readonly<Record<string, Filter>> = {
  length: { takes: 'any', parameters: {}, apply: (value) => BigInt(lengthOf(value)) },
  reverse: { takes: 'any', parameters: {}, apply: reversed },
  as_str: { takes: 'any', parameters: {}, apply: (value, args) => printed(value, args.budget) },
  json_encode: {
    takes: 'any',
    parameters: { pretty: { type: 'flag' } },
    apply: (value, args) =>
      args.flag('pretty') ? prettyJson(value, args.budget) : json(value, args.budget),
  },
  date: {
    takes: 'any',
    parameters: {
      format: { type: 'text' },
      timezone: { type: 'text' },
      // without effect: names of days and months are English
      locale: { type: 'text' },
    },
    apply: formattedDate,
  },
};

function lengthOf(value: Value): number {
  if (isList(value)) return value.length;
  if (isDictionary(value)) return value.size;
  if (typeof value === 'string') return Array.from(value).length;
  throw new ValueProblem(
    `The filter \`length\` takes a list, a map or a text, not ${kindOf(value)}.`,
  );
}

function reversed(value: Value): Value {
  if (isList(value)) return value.toReversed();
  if (typeof value === 'string') return Array.from(value).reverse().join('');
  throw new ValueProblem(`The filter \`reverse\` takes a list or a text, not ${kindOf(value)}.`);
}
