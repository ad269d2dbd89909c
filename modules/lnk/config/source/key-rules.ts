/** The key is sent in headers of HTTP, whose values some proxies cut at a few hundred characters. */
const LONGEST_KEY = 250;

interface KeyProblem {
  /** Behind `The key`. */
  readonly why: string;
  readonly hint: string;
}

/** What is wrong with a key, of which blanks at both ends do not count. */
export function keyProblem(key: string): KeyProblem | undefined {
  const trimmed = key.trim();
  if (trimmed === '')
    return { why: 'is empty', hint: 'Give it a value, or leave it out for a random one.' };
  if (trimmed.length > LONGEST_KEY)
    return {
      why: `has ${trimmed.length} characters, and may have ${LONGEST_KEY}`,
      hint: 'Shorten it: a template can do so by the filter truncate(length=50).',
    };
  const foreign = /[^ -~]/u.exec(trimmed)?.[0];
  if (foreign === undefined) return undefined;
  return {
    why: `has ${shown(foreign)}, which no header of HTTP can have`,
    hint: 'Use the letters A to Z, digits and signs of ASCII: a template can do so by the filter slugify.',
  };
}

const shown = (sign: string): string =>
  /[\p{C}\p{Z}]/u.test(sign)
    ? `the character U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    : `the character ${sign}`;
