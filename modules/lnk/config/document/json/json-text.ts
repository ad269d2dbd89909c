/** A flaw inside of a string, at an offset of the whole text. */
export interface TextFlaw {
  readonly at: number;
  readonly message: string;
  readonly hint: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const PART = /\\u([0-9a-fA-F]{4})|\\(["\\/bfnrt])|(\\[^]?)|([\u0000-\u001f])|[^\\\u0000-\u001f]+/g;

/**
 * What a string means whose signs are not all allowed, and the flaws. An unknown escape keeps its backslash: most are regular
 * expressions.
 */
export function readFlawedText(
  content: string,
  from: number,
): { readonly value: string; readonly flaws: readonly TextFlaw[] } {
  const flaws: TextFlaw[] = [];
  const parts = [...content.matchAll(PART)].map((match) => {
    const [whole, code, escape, wrong, control] = match;
    const at = from + match.index;

    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (escape !== undefined) return ESCAPES[escape];
    if (wrong !== undefined) flaws.push(unknownEscape(wrong, at));
    if (control !== undefined) flaws.push(controlCharacter(control, at));
    return whole;
  });
  return { value: parts.join(''), flaws };
}

const unknownEscape = (escape: string, at: number): TextFlaw => ({
  at,
  message: `JSON has no escape ${escape}.`,
  hint: 'Write a backslash as \\\\, and a character by its code as \\u00e9.',
});

const controlCharacter = (sign: string, at: number): TextFlaw => ({
  at,
  message: `A JSON string cannot contain ${sign === '\t' ? 'a tab' : 'a control character'}.`,
  hint: `Write it as ${JSON.stringify(sign).slice(1, -1)}.`,
});
