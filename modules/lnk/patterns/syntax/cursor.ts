/** Reads a pattern character by character. */
export class Cursor {
  /** Offset in UTF-16 units. */
  at = 0;

  constructor(readonly text: string) {}

  get done(): boolean {
    return this.at >= this.text.length;
  }

  /** The next character; empty at the end. */
  peek(): string {
    const codePoint = this.text.codePointAt(this.at);
    return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
  }

  next(): string {
    const character = this.peek();
    this.at += character.length;
    return character;
  }

  sees(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** Goes past `text` when it comes next. */
  take(text: string): boolean {
    const seen = this.sees(text);
    if (seen) this.at += text.length;
    return seen;
  }

  /** Goes past what a sticky expression matches here. */
  takeMatch(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    const match = sticky.exec(this.text);
    if (match !== null) this.at += match[0].length;
    return match;
  }
}
