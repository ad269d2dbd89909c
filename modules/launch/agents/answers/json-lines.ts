import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { isRecord, type Fields } from '../../../../toolbox/type-guards.js';

/** The objects of a stream of JSON lines. Other lines are left out: agents print warnings between them, and the first one may be cut. */
export function jsonLines(text: string): readonly Fields[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map(parsedJson)
    .filter(isRecord);
}

/** A text that is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** The last text that an event of the stream has. */
export function lastText(stdout: string, textIn: (event: Fields) => unknown): string | undefined {
  return jsonLines(stdout)
    .map((event) => textOf(textIn(event)))
    .findLast((text) => text !== undefined);
}
