import { parse, type ParseError } from 'jsonc-parser';

/** Where a text stops being JSON. Imported when something is wrong: every command reads settings. */
export function jsonErrorPlace(text: string): { readonly line: number; readonly column: number } {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const before = text.slice(0, errors[0]?.offset ?? text.length).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
