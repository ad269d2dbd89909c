import type { Mistake } from '../../problem.js';
import {
  DEEPEST,
  duplicateKey,
  emptyObject,
  numberMistake,
  tooDeep,
  type ReadDocument,
} from '../document.js';
import type { DocumentNode, ListNode, Member, ObjectNode, ScalarNode } from '../node.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  END,
  FALSE,
  JsonTokens,
  NULL,
  NUMBER,
  OPEN_BRACE,
  OPEN_BRACKET,
  STRING,
  TRUE,
  UNKNOWN,
  type Surplus,
  type Token,
} from './json-tokens.js';
import { readFlawedText } from './json-text.js';
import { lenientWord, wordHint } from './json-words.js';

/** Reads strict JSON. It goes on behind every mistake after which there is only one way to go on. */
export function readJson(text: string): ReadDocument {
  return new JsonReader(text).document();
}

/** The reader cannot know how the text goes on. */
class Stopped extends Error {}

type Text = Pick<Mistake, 'message' | 'hint'>;

class JsonReader {
  readonly #mistakes: Mistake[] = [];
  readonly #path: (string | number)[] = [];
  readonly #tokens: JsonTokens;
  #token: Token = { kind: END, from: 0, to: 0, flawed: false };
  /** Behind the token before. */
  #before = 0;

  constructor(private readonly text: string) {
    this.#tokens = new JsonTokens(text, (from, what) => {
      this.#report(SURPLUS[what], from);
      if (what === 'open comment') throw new Stopped();
    });
  }

  document(): ReadDocument {
    let root: DocumentNode | undefined;
    try {
      this.#advance();
      if (this.#is(END)) root = emptyObject(this.text);
      else root = this.#value();
      if (!this.#is(END)) this.#behindRoot();
      // as for every field, null is no value
      if (root.kind === 'null') root = emptyObject(this.text);
      return { root, mistakes: this.#mistakes, usable: true };
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      return { root, mistakes: this.#mistakes, usable: false };
    }
  }

  #value(): DocumentNode {
    const { kind } = this.#token;
    if (kind === OPEN_BRACE || kind === OPEN_BRACKET) {
      if (this.#path.length >= DEEPEST) {
        this.#mistakes.push(tooDeep(this.#path, this.#token.from));
        throw new Stopped();
      }
      return kind === OPEN_BRACE ? this.#object() : this.#list();
    }
    return this.#scalar();
  }

  #object(): ObjectNode {
    const { from } = this.#token;
    const members: Member[] = [];
    const keys = new Set<string>();
    this.#entries(CLOSE_BRACE, () => {
      const member = this.#member();
      if (!keys.has(member.key)) members.push(member);
      else this.#mistakes.push(duplicateKey([...this.#path, member.key], member.from));
      keys.add(member.key);
    });
    return { kind: 'object', members, from, to: this.#before };
  }

  #list(): ListNode {
    const { from } = this.#token;
    const items: DocumentNode[] = [];
    this.#entries(CLOSE_BRACKET, () => {
      this.#path.push(items.length);
      items.push(this.#value());
      this.#path.pop();
    });
    return { kind: 'list', items, from, to: this.#before };
  }

  /** What stands between brackets, and the brackets. */
  #entries(close: number, entry: () => void): void {
    this.#advance();
    let comma: number | undefined;
    let first = true;
    while (!this.#is(close)) {
      if (this.#is(COMMA)) this.#report(surplusComma, this.#token.from);
      else {
        if (!first && comma === undefined) this.#missingComma(close);
        entry();
        first = false;
      }
      comma = this.#is(COMMA) ? this.#token.from : undefined;
      if (comma !== undefined) this.#advance();
    }
    if (comma !== undefined && !first) this.#trailingComma(comma);
    this.#advance();
  }

  #trailingComma(at: number): void {
    // of two commas at the end, the second is reported already
    if (this.#mistakes.at(-1)?.at !== at) this.#report(trailingComma, at);
  }

  #missingComma(close: number): void {
    const { kind, from } = this.#token;
    const begins =
      close === CLOSE_BRACE
        ? (kind === STRING || kind === UNKNOWN) && this.#tokens.isKey(this.#token)
        : STARTS.has(kind) && from > this.#before;
    if (begins) this.#report(missingComma, from);
    else this.#stop(this.#unexpected(close));
  }

  #unexpected(close: number): Text {
    if (this.#is(END)) return this.#unclosed(close);
    const end = close === CLOSE_BRACE ? '"}"' : '"]"';
    const sign = this.#shown();
    if (this.#is(CLOSE_BRACE) || this.#is(CLOSE_BRACKET))
      return { message: `${sign} closes nothing here: ${end} is expected.`, hint: PAIRS };
    const quoted = this.text[this.#before - 1] === '"';
    return {
      message: `A comma or ${end} is expected here, and not ${sign}.`,
      hint: quoted
        ? 'A text ends at the next double quote: write one inside of it as \\", and single quotes in templates.'
        : 'Separate values by commas.',
    };
  }

  #unclosed(close: number): Text {
    const end = close === CLOSE_BRACE ? '"}"' : '"]"';
    return { message: `The file ends before ${end}.`, hint: PAIRS };
  }

  #member(): Member {
    const { kind, from, to } = this.#token;
    const key = this.#key();
    this.#path.push(key);
    if (!this.#is(COLON))
      this.#stop({
        message: `A colon is missing behind the key ${JSON.stringify(key)}.`,
        hint: 'Write "key": value.',
      });
    if (kind !== STRING)
      this.#report(
        {
          message: `The key ${this.text.slice(from, to)} has no double quotes.`,
          hint: `Write ${JSON.stringify(key)}.`,
        },
        from,
      );
    this.#advance();
    const value = this.#value();
    this.#path.pop();
    return { key, from, value };
  }

  #key(): string {
    const token = this.#token;
    if (token.kind === STRING) return this.#string(token);
    if (token.kind === END) this.#stop(this.#unclosed(CLOSE_BRACE));
    if (!this.#tokens.isKey(token) || token.kind === COLON)
      this.#stop({
        message: `A key in double quotes is expected here, and not ${this.#shown()}.`,
        hint: 'Write "key": value, and a comma between two of them.',
      });
    this.#advance();
    return unquoted(this.text.slice(token.from, token.to));
  }

  #scalar(): ScalarNode {
    const { kind, from, to } = this.#token;
    if (kind === STRING) return { kind: 'string', value: this.#string(this.#token), from, to };
    if (kind === NUMBER) return this.#number(Number(this.text.slice(from, to)));
    if (kind === UNKNOWN) return this.#word();
    if (CONSTANTS.has(kind)) {
      this.#advance();
      return scalar(CONSTANTS.get(kind) ?? null, { from, to });
    }
    return this.#missingValue();
  }

  #missingValue(): ScalarNode {
    const { kind, from } = this.#token;
    const text = {
      message: `A value is missing before ${this.#shown()}.`,
      hint: 'Write a value, or remove the key.',
    };
    // null is no value, so that the rest is checked as if the key were not there
    if (this.#path.length > 0 && [COMMA, CLOSE_BRACE, CLOSE_BRACKET].includes(kind))
      this.#report(text, from);
    else this.#stop(text);
    return scalar(null, { from, to: from });
  }

  #number(value: number): ScalarNode {
    const { from, to } = this.#token;
    const mistake = numberMistake(value, { path: [...this.#path], at: from });
    if (mistake !== undefined) this.#mistakes.push(mistake);
    this.#advance();
    return scalar(value, { from, to });
  }

  #word(): ScalarNode {
    const { from, to } = this.#token;
    const word = this.text.slice(from, to);
    const text = { message: `${this.#shown()} is no value of JSON.`, hint: wordHint(word) };
    const value = lenientWord(word);
    if (value === undefined) this.#stop(text);
    this.#report(text, from);
    if (typeof value === 'number') return this.#number(value);
    this.#advance();
    return scalar(value, { from, to });
  }

  #string({ from, to, flawed }: Token): string {
    const raw = this.text.slice(from, to);
    if (!flawed) {
      this.#advance();
      return JSON.parse(raw) as string;
    }
    if (!/^"(?:[^"\\]|\\[^])*"$/.test(raw))
      this.#stop({ message: 'This text has no closing double quote.', hint: ONE_LINE });
    const { value, flaws } = readFlawedText(raw.slice(1, -1), from + 1);
    for (const { at, ...text } of flaws) this.#report(text, at);
    this.#advance();
    return value;
  }

  #behindRoot(): never {
    this.#stop({
      message: `The document has ended, and ${this.#shown()} follows.`,
      hint: `Remove what is too much. ${PAIRS}`,
    });
  }

  #shown(): string {
    const { from, to, kind } = this.#token;
    if (kind === END) return 'the end of the file';
    const written = this.text.slice(from, Math.min(to, from + 40));
    return written.startsWith('"') ? written : `"${written}"`;
  }

  #is(kind: number): boolean {
    return this.#token.kind === kind;
  }

  #advance(): void {
    this.#before = this.#token.to;
    this.#token = this.#tokens.next();
  }

  #report(text: Text, at: number): void {
    this.#mistakes.push({ path: [...this.#path], at, ...text });
  }

  #stop(text: Text): never {
    const { kind, from } = this.#token;
    this.#report(text, kind === END ? this.text.trimEnd().length : from);
    throw new Stopped();
  }
}

const PAIRS = 'Each "{" needs its "}", and each "[" its "]".';
const ONE_LINE = 'Close it in the same line; write a line break inside of a text as \\n.';

const NO_COMMENTS = 'Remove it, or write the file as YAML or TOML.';
const SURPLUS: Readonly<Record<Surplus, Text>> = {
  comment: { message: 'JSON has no comments.', hint: NO_COMMENTS },
  'open comment': { message: 'This comment has no end.', hint: NO_COMMENTS },
  blank: {
    message: 'There is a blank that JSON does not know, such as a space without a break.',
    hint: 'Delete it, and write a plain space.',
  },
};
const surplusComma: Text = { message: 'There is a comma too many.', hint: 'Remove it.' };
const trailingComma: Text = {
  message: 'There is a comma behind the last value.',
  hint: 'Remove it: JSON has commas between values only.',
};
const missingComma: Text = {
  message: 'A comma is missing before this.',
  hint: 'Write a comma behind the value before it.',
};

const CONSTANTS: ReadonlyMap<number, boolean | null> = new Map([
  [NULL, null],
  [TRUE, true],
  [FALSE, false],
]);

/** Tokens that can only be the start of a value. */
const STARTS = new Set([OPEN_BRACE, OPEN_BRACKET, STRING, NUMBER, ...CONSTANTS.keys()]);

const unquoted = (word: string): string => (word.startsWith("'") ? word.slice(1, -1) : word);

function scalar(
  value: string | number | boolean | null,
  range: Pick<ScalarNode, 'from' | 'to'>,
): ScalarNode {
  const kind = value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean');
  return { kind, value, ...range };
}
