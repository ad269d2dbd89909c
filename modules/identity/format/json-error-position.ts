import { parse, type ParseError } from 'jsonc-parser';

/** Where a text stops being JSON. Imported when something is wrong: every command reads settings. */
export function jsonErrorPosition(text: string): {
  readonly line: number;
  readonly column: number;
} {
  const before = text.slice(0, offsetOfError(text)).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

function offsetOfError(text: string): number {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, {
      disallowComments: true,
      allowTrailingComma: false,
      allowEmptyContent: false,
    });
  } catch (error) {
    // nested deeper than the parser can follow
    if (!(error instanceof RangeError)) throw error;
  }
  return errors[0]?.offset ?? text.length;
}
