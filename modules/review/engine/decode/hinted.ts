import type { Stretch } from './stretch.js';
import { wordsIn } from './plausible.js';

interface Hinted {
  readonly step: string;
  /** What says that such text is near. */
  readonly hint: RegExp;
  readonly decode: (text: string) => string;
}

const HINTED: readonly Hinted[] = [
  {
    step: 'rot13',
    hint: /rot[-_ ]?13|n-za-mn-za-m|n-za-ma-m|caesar/i,
    decode: (text) =>
      text.replace(/[a-z]/gi, (letter) => {
        const first = letter < 'a' ? 65 : 97;
        return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
      }),
  },
  {
    step: 'reversed',
    hint: /\[::-1\]|\|\s*rev\b|revers|backwards?\b/i,
    decode: (text) => Array.from(text).reverse().join(''),
  },
];
/** Strings, and lines of words. */
const CANDIDATE =
  /"[^"\n]{8,20000}"|'[^'\n]{8,20000}'|`[^`\n]{8,20000}`|[^\s"'`][^\n"'`]{11,20000}/g;
/** Lines around a hint. */
const NEAR = 12;
const LEAST_WORDS = 2;

/** Encodings of letters, which look like nothing by themselves: only where the text speaks of them. */
export function* hintedStretches(text: string): Generator<Stretch> {
  for (const { step, hint, decode } of HINTED)
    for (const { from, line } of linesNear(text, hint))
      for (const { 0: quoted, index } of line.matchAll(CANDIDATE)) {
        const candidate = /^(["'`]).*\1$/.test(quoted) ? quoted.slice(1, -1) : quoted;
        const content = decode(candidate);
        const words = wordsIn(content);
        if (words >= LEAST_WORDS && words > 2 * wordsIn(candidate))
          yield { from: from + index, step, content };
      }
}

function* linesNear(text: string, hint: RegExp): Generator<{ from: number; line: string }> {
  if (!hint.test(text)) return;
  const lines = text.split('\n');
  const hinted = lines.map((line) => hint.test(line));
  let until = -1;
  let next = hinted.indexOf(true);
  let from = 0;
  for (const [at, line] of lines.entries()) {
    if (hinted[at] === true) {
      until = at + NEAR;
      next = hinted.indexOf(true, at + 1);
    }
    if (at <= until || (next !== -1 && next - at <= NEAR)) yield { from, line };
    from += line.length + 1;
  }
}
