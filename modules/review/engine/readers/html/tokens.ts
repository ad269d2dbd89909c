/** HTML and XML as tags and text; malformed markup is text. One pass: each search remembers where it ended. */

export type Token =
  | { readonly kind: 'text'; readonly from: number; readonly to: number }
  | { readonly kind: 'comment'; readonly from: number; readonly to: number }
  /** Contents of an element that holds no tags, such as `script`. */
  | { readonly kind: 'raw'; readonly name: string; readonly from: number; readonly to: number }
  | {
      readonly kind: 'open' | 'close';
      /** In lower case, with a prefix such as `w:`. */
      readonly name: string;
      /** As written, with its brackets. */
      readonly source: string;
      readonly from: number;
    };

const NAME = /<(\/?)([a-z][\w:.-]*)/iy;
const RAW = new Set(['script', 'style', 'textarea', 'xmp']);
const MARKED: readonly (readonly [string, string, 'comment' | 'text'])[] = [
  ['<!--', '-->', 'comment'],
  ['<![CDATA[', ']]>', 'text'],
  ['<?', '>', 'comment'],
  ['<!', '>', 'comment'],
];

/** Offsets of something that is looked for again and again, always further on. */
class Ahead {
  readonly #found = new Map<string, number>();

  constructor(private readonly text: string) {}

  /** Offset of the next match at or after `offset`; the length of the text without one. */
  next(what: string, from: number): number {
    const known = this.#found.get(what) ?? -1;
    if (known >= from) return known;
    const at = this.text.indexOf(what, from);
    const found = at === -1 ? this.text.length : at;
    this.#found.set(what, found);
    return found;
  }
}

export function* tokensOf(text: string): Generator<Token> {
  const ahead = new Ahead(text);
  const lower = text.toLowerCase();
  const ends = new Ahead(lower);
  let from = 0;
  let at = ahead.next('<', 0);
  while (at < text.length) {
    const token = markedAt(text, at, ahead) ?? tagAt(text, at, ahead);
    if (token === undefined) {
      at = ahead.next('<', at + 1);
      continue;
    }
    if (at > from) yield { kind: 'text', from, to: at };
    yield token.token;
    from = token.end;
    if (token.token.kind === 'open' && RAW.has(token.token.name)) {
      const { name } = token.token;
      const end = ends.next(`</${name}`, from);
      yield { kind: 'raw', name, from, to: end };
      from = end;
    }
    at = ahead.next('<', from);
  }
  if (from < text.length) yield { kind: 'text', from, to: text.length };
}

interface Ended {
  readonly token: Token;
  readonly end: number;
}

function markedAt(text: string, at: number, ahead: Ahead): Ended | undefined {
  for (const [start, close, kind] of MARKED) {
    if (!text.startsWith(start, at)) continue;
    const from = at + start.length;
    const to = ahead.next(close, from);
    return { token: { kind, from, to }, end: Math.min(text.length, to + close.length) };
  }
  return undefined;
}

function tagAt(text: string, at: number, ahead: Ahead): Ended | undefined {
  NAME.lastIndex = at;
  const match = NAME.exec(text);
  if (match === null) return undefined;
  const end = endOfTag(text, at + match[0].length, ahead);
  if (end === undefined) return undefined;
  const name = (match[2] ?? '').toLowerCase();
  const kind = match[1] === '/' ? 'close' : 'open';
  return { token: { kind, name, source: text.slice(at, end), from: at }, end };
}

/** The `>` that ends a tag stands outside of quotation marks. */
function endOfTag(text: string, from: number, ahead: Ahead): number | undefined {
  let at = from;
  for (;;) {
    const end = ahead.next('>', at);
    const quote = Math.min(ahead.next('="', at), ahead.next("='", at));
    if (quote > end) return end + 1;
    if (end === text.length) return undefined;
    const close = ahead.next(text.charAt(quote + 1), quote + 2);
    if (close === text.length) return end + 1;
    at = close + 1;
  }
}

const ATTRIBUTE =
  /(?<=[\s"'/])([^\s"'<>/=]{1,100})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

export interface Attribute {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
  /** Offset of the attribute in the tag. */
  readonly from: number;
}

/** The attributes of a tag that have a value. */
export function attributesOf(source: string): readonly Attribute[] {
  return [...source.matchAll(ATTRIBUTE)].map(
    ({ 1: name = '', 2: double, 3: single, 4: bare, index }) => ({
      name: name.toLowerCase(),
      value: double ?? single ?? bare ?? '',
      from: index,
    }),
  );
}
