import { visit } from 'jsonc-parser';
import { positionAt, type TextPosition } from './text-position.js';

/** The position of the first syntax error in a JSON text; `undefined` for valid JSON. */
export function jsonErrorPosition(text: string): TextPosition | undefined {
  let found: TextPosition | undefined;
  try {
    // eslint-disable-next-line no-restricted-syntax -- the parser's own signature
    const onError = (_code: number, _at: number, _size: number, line: number, column: number) => {
      found = { line: line + 1, column: column + 1 };
      throw new SyntaxError('the parser would go on, with another mistake at every step');
    };
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    // the nesting is deeper than the parser supports
    if (error instanceof RangeError) return found ?? positionAt(text, text.length);
    if (found === undefined) throw error;
  }
  return found;
}
