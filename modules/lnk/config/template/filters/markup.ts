import { onText, type Arguments, type Filter } from './signature.js';

/** Filters for HTML, XML and addresses. */
export const MARKUP_FILTERS: Readonly<Record<string, Filter>> = {
  escape: onText((text, args) => escaped(text, HTML, args)),
  escape_xml: onText((text, args) => escaped(text, XML, args)),
  striptags: onText(withoutTags),
  spaceless: onText((text) => text.replace(BETWEEN_TAGS, '><')),
  urlencode: onText((text, args) => encoded(text, URL_SAFE, args)),
  urlencode_strict: onText((text, args) => encoded(text, ALPHANUMERIC, args)),
};

const XML: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);
const HTML: ReadonlyMap<string, string> = new Map([...XML, ["'", '&#x27;'], ['/', '&#x2F;']]);

const BETWEEN_TAGS = />[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+</g;
const ALPHANUMERIC = /[A-Za-z0-9]+/g;
const URL_SAFE = /[A-Za-z0-9\-._~/%]+/g;

function escaped(text: string, table: ReadonlyMap<string, string>, { budget }: Arguments): string {
  const changed = text.replace(/[^&<>"'/]+/g, '');
  // an entity has four characters at least
  budget.text(text.length + changed.length * 3);
  return text.replace(/[&<>"'/]/g, (character) => table.get(character) ?? character);
}

function encoded(text: string, kept: RegExp, { budget }: Arguments): string {
  const changed = text.replace(kept, '');
  // three characters for each byte, of which a character has up to three
  budget.text(text.length + Buffer.byteLength(changed) * 3);
  let result = '';
  let position = 0;
  for (const match of text.matchAll(kept)) {
    result += percentEncoded(text.slice(position, match.index)) + match[0];
    position = match.index + match[0].length;
  }
  return result + percentEncoded(text.slice(position));
}

function percentEncoded(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&');
}

/** By searching instead of a pattern, which takes quadratic time for tags that never end. */
function withoutTags(text: string): string {
  const ends = new Finder(text, '>');
  const commentEnds = new Finder(text, '-->');
  const lineEnds = new Finder(text, '\n');
  let kept = '';
  let position = 0;
  for (;;) {
    const start = text.indexOf('<', position);
    if (start === -1) return kept + text.slice(position);
    let end = ends.from(start) + 1;
    if (text.startsWith('<!--', start)) {
      const commentEnd = commentEnds.from(start + 4);
      // a comment over several lines counts as a tag
      if (commentEnd < lineEnds.from(start)) end = commentEnd + 3;
    }
    if (end > text.length) return kept + text.slice(position);
    kept += text.slice(position, start);
    position = end;
  }
}

/** Finds a sign again and again, from offsets that only grow, in linear time altogether. */
class Finder {
  #found = -1;

  constructor(
    readonly text: string,
    readonly sign: string,
  ) {}

  /** The offset of the next sign; the length of the text if there is none. */
  from(offset: number): number {
    if (this.#found < offset) {
      const found = this.text.indexOf(this.sign, offset);
      this.#found = found === -1 ? this.text.length : found;
    }
    return this.#found;
  }
}
