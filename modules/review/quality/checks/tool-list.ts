/** `allowed-tools` in each of its documented forms: separated by blanks, by commas, or a YAML list. */

/** What is wrong with a list of tools, in words. */
export function toolListFault(value: unknown): string | undefined {
  if (typeof value === 'string') return textFault(value);
  if (!Array.isArray(value)) return 'it must be a text or a list of texts';
  for (const entry of value as readonly unknown[]) {
    if (typeof entry !== 'string' || entry.trim() === '') return 'each entry must be a text';
    const fault = textFault(entry);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Parentheses hold patterns such as `git:*`; outside of them stand names and separators. */
function textFault(text: string): string | undefined {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth < 0) return 'a parenthesis is closed that was not opened';
  }
  return depth > 0 ? 'a parenthesis is not closed' : undefined;
}
