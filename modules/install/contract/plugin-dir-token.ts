import { PLUGIN_DIR_TOKEN } from '../../registry/contract/hook-format.js';

export { PLUGIN_DIR, PLUGIN_DIR_TOKEN } from '../../registry/contract/hook-format.js';

/** The quotes around a part of a shell command. */
export type Quote = 'none' | 'single' | 'double';

/** Replaces the token in a shell command by a text that fits the quotes around it, also inside `$(…)`, `` `…` `` and after comments. */
export function replacePluginDir(command: string, texts: Readonly<Record<Quote, string>>): string {
  if (!command.includes(PLUGIN_DIR_TOKEN)) return command;
  const scanner = new QuoteScanner(command);
  let text = '';
  while (!scanner.atEnd())
    text += scanner.skip(PLUGIN_DIR_TOKEN) ? texts[scanner.quote()] : scanner.take();
  return text;
}

type Open = 'single' | 'double' | 'paren' | 'backtick' | 'comment';

const openers: Readonly<Record<string, Open>> = { '"': 'double', "'": 'single', '(': 'paren' };

/** Walks through a shell command and knows which quotes it is in. */
class QuoteScanner {
  private position = 0;
  /** Innermost last. In a substitution quoting begins anew. */
  private readonly open: Open[] = [];

  constructor(private readonly text: string) {}

  atEnd(): boolean {
    return this.position >= this.text.length;
  }

  quote(): Quote {
    const inner = this.open.at(-1);
    return inner === 'single' || inner === 'double' ? inner : 'none';
  }

  skip(word: string): boolean {
    if (!this.text.startsWith(word, this.position)) return false;
    this.position += word.length;
    return true;
  }

  /** The next character, or two where they only mean something together. */
  take(): string {
    const start = this.position;
    const character = this.text[start] ?? '';
    const inner = this.open.at(-1);
    if (inner === 'single') this.closeAt("'", character);
    else if (inner === 'comment') this.closeAt('\n', character);
    else if (!this.takeSpecial(character)) this.takePlain(character);
    return this.text.slice(start, this.position);
  }

  private closeAt(end: string, character: string): void {
    if (character === end) this.open.pop();
    this.position += 1;
  }

  /** What means the same inside double quotes and outside of them. */
  private takeSpecial(character: string): boolean {
    if (character === '\\') this.position += 2;
    else if (this.skip('$(')) this.open.push('paren');
    else if (this.skip('`')) this.toggleBacktick();
    else return false;
    return true;
  }

  private toggleBacktick(): void {
    if (this.open.at(-1) === 'backtick') this.open.pop();
    else this.open.push('backtick');
  }

  private takePlain(character: string): void {
    const inner = this.open.at(-1);
    if (inner === 'double') this.closeAt('"', character);
    else if (inner === 'paren' && character === ')') this.closeAt(')', character);
    else this.openAt(character);
  }

  private openAt(character: string): void {
    const opens = character === '#' && this.atWordStart() ? 'comment' : openers[character];
    if (opens !== undefined) this.open.push(opens);
    this.position += 1;
  }

  private atWordStart(): boolean {
    return this.position === 0 || /[\s;&|()]/.test(this.text[this.position - 1] ?? '');
  }
}
