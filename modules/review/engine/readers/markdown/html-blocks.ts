/** Where a block of HTML begins in Markdown, and where it ends. */

const BLANK = /^\s*$/;
const RAW = /^ {0,3}<(script|pre|style|textarea)(?:[\s>]|$)/i;
const RAW_ENDS = new Map([
  ['script', /<\/script>/i],
  ['pre', /<\/pre>/i],
  ['style', /<\/style>/i],
  ['textarea', /<\/textarea>/i],
]);
const MARKED: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
];
const TAG = /^ {0,3}<\/?([a-z][a-z0-9-]*)(?:[\s/>]|$)/i;

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const BLOCK_TAGS = names(
  'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li ' +
    'link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th ' +
    'thead title tr track ul svg object embed template noscript',
);
const INLINE_TAGS = names(
  'a abbr b bdi bdo br button canvas cite code data del dfn em font i img input ins kbd label map mark meter ' +
    'picture q rp rt ruby s samp select slot small source span strike strong sub sup time u var video audio wbr',
);

/** Whether it is an element of HTML; `<system>` and `<IMPORTANT>` are text. */
export function isHtmlTag(name: string): boolean {
  return BLOCK_TAGS.has(name) || INLINE_TAGS.has(name) || RAW_ENDS.has(name);
}

/** Whether it begins a line of its own on a page. */
export const breaksLine = (name: string): boolean => BLOCK_TAGS.has(name) || name === 'br';

/** The expression that the last line of the block matches, if one begins here. */
export function htmlStart(line: string): RegExp | undefined {
  if (line.charCodeAt(line.search(/\S/)) !== 60) return undefined;
  const raw = RAW.exec(line)?.[1];
  if (raw !== undefined) return RAW_ENDS.get(raw.toLowerCase());
  const marked = MARKED.find(([start]) => start.test(line))?.[1];
  if (marked !== undefined) return marked;
  return BLOCK_TAGS.has(TAG.exec(line)?.[1]?.toLowerCase() ?? '') ? BLANK : undefined;
}
