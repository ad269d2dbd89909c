/** A position in PowerShell text, and what stands there. */

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '' };
const BLANK = /(?:[ \t\r]+|`\r?\n|<#[^]*?(?:#>|$)|#[^\n]*)+/y;
const BLANK_LINES = /(?:\s+|`\r?\n|<#[^]*?(?:#>|$)|#[^\n]*)+/y;
const HERE = /@(["'])[ \t]*\r?\n/y;
/** The commands after this one in the pipeline, on the same line. */
const FOLLOWING = /[^|;\n]{0,200}\|\s*([\w-]+)/y;

export class Scanner {
  position = 0;

  constructor(private readonly text: string) {}

  /** One character from here; empty at the end. */
  peek(offset = 0): string {
    return this.text.charAt(this.position + offset);
  }

  /** Whether a sticky pattern matches here. */
  looksAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.position;
    return pattern.test(this.text);
  }

  /** Goes past a sticky pattern, if it matches here. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text) ?? undefined;
    if (found !== undefined) this.position += found[0].length;
    return found;
  }

  /** Goes past white space and comments. */
  space(lines = false): void {
    this.take(lines ? BLANK_LINES : BLANK);
  }

  skipAll(): void {
    this.position = this.text.length;
  }

  /** Names of the commands after this one in the pipeline. */
  following(): readonly string[] {
    const found: string[] = [];
    FOLLOWING.lastIndex = this.position;
    for (let next; found.length < 8 && (next = FOLLOWING.exec(this.text)) !== null;)
      found.push((next[1] ?? '').toLowerCase());
    return found;
  }

  /** A backtick and what it makes of the next character. */
  escaped(): string {
    const letter = this.peek(1);
    this.position += 2;
    return ESCAPES[letter] ?? letter;
  }

  /** A quoted text of any kind; what is still escaped in it is so on purpose. */
  string(): { readonly text: string; readonly expands: boolean } {
    const here = this.take(HERE)?.[1];
    if (here !== undefined) return this.#hereString(here);
    if (this.peek() === '@') this.position++;
    const quote = this.peek();
    const start = ++this.position;
    while (this.position < this.text.length) {
      const next = this.peek();
      if (next === quote && this.peek(1) !== quote) break;
      const double = next === quote || (next === '`' && quote === '"');
      this.position += double ? 2 : 1;
    }
    const text = this.text.slice(start, this.position++).replaceAll(quote + quote, quote);
    return { text, expands: quote === '"' };
  }

  #hereString(quote: string): { readonly text: string; readonly expands: boolean } {
    const end = this.text.indexOf(`\n${quote}@`, this.position - 1);
    const stop = end === -1 ? this.text.length : end;
    const text = this.text.slice(this.position, Math.max(stop, this.position));
    this.position = end === -1 ? stop : end + 3;
    return { text, expands: quote === '"' };
  }
}
