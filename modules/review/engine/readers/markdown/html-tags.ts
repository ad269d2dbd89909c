/** Tags of HTML within Markdown: enough to drop them, to follow links and to know what no page shows. */

export interface Tag {
  /** In lower case; empty for an autolink. */
  readonly name: string;
  readonly closing: boolean;
  readonly source: string;
  readonly end: number;
}

const START = /<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])|<(?=(?:https?|ftp|file|mailto):[^\s<>]*>)/iy;

/** The tag or autolink that begins at the offset. */
export function tagAt(source: string, at: number): Tag | undefined {
  START.lastIndex = at;
  const start = START.exec(source);
  if (start === null) return undefined;
  const end = endOfTag(source, START.lastIndex);
  if (end === undefined) return undefined;
  return {
    name: (start[2] ?? '').toLowerCase(),
    closing: start[1] === '/',
    source: source.slice(at, end),
    end,
  };
}

/** A tag ends at the next `>` that no other tag begins before. */
function endOfTag(source: string, from: number): number | undefined {
  const next = source.indexOf('<', from);
  const length = source.slice(from, next === -1 ? undefined : next).indexOf('>');
  return length === -1 ? undefined : from + length + 1;
}

const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

export function isVoid({ name, source }: Pick<Tag, 'name' | 'source'>): boolean {
  return VOID.has(name) || source.endsWith('/>');
}

const HIDDEN_STYLE =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d]*[1-9])|font-size\s*:\s*[01](?![.\d])|color\s*:\s*(?:#fff(?:fff)?\b|white\b|transparent)|(?:left|top|text-indent)\s*:\s*-\d{3,}|(?:max-)?(?:height|width)\s*:\s*0(?![.\d])|clip\s*:\s*rect\(0/i;
const UNSEEN = new Set(['template', 'noscript', 'title', 'style', 'script']);

/** Whether a page does not show what stands in the element. */
export function hidesContent({ name, source }: Pick<Tag, 'name' | 'source'>): boolean {
  if (UNSEEN.has(name)) return true;
  const attributes = source.slice(name.length + 1);
  return /\shidden(?=[\s=>/])/i.test(attributes) || HIDDEN_STYLE.test(attributes);
}

/** What the tag links to or shows. */
export function linkOfTag({
  name,
  closing,
  source,
}: Pick<Tag, 'name' | 'closing' | 'source'>):
  { url: string; text: string; image: boolean } | undefined {
  if (closing) return undefined;
  const url = /\s(?:href|src|data|action|poster)\s*=\s*["']?([^"'\s>]*)/i.exec(source)?.[1];
  if (url === undefined) return undefined;
  const text = /\s(?:alt|title)\s*=\s*["']([^"'>]*)/i.exec(source)?.[1] ?? '';
  return { url, text, image: name === 'img' || name === 'source' };
}
