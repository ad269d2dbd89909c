import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { ID_PREFIX } from './link-target.js';
import { partsOf } from '../../../../toolbox/parts.js';
import { tame } from './tame.js';
import { SIZES, writtenParts } from './written.js';

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'];
const BLOCKS = ['blockquote', 'hr', 'li', 'ol', 'p', 'pre', 'section', 'ul'];
const TABLES = ['table', 'tbody', 'td', 'th', 'thead', 'tr'];
const TEXTS = ['a', 'br', 'code', 'del', 'em', 'strong', 'sup'];

/** Everything that a rendered text may consist of. The tree is tame already; this holds whatever a library makes of it. */
const SCHEMA: Schema = {
  tagNames: [...HEADINGS, ...BLOCKS, ...TABLES, ...TEXTS],
  attributes: {
    ...Object.fromEntries([...HEADINGS, 'li'].map((name) => [name, ['id']])),
    a: ['ariaDescribedBy', 'ariaLabel', 'href', 'id', ['rel', 'nofollow', 'noopener']],
    ol: ['start'],
    td: ['align'],
    th: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  // the ids have a prefix already, and links lead to them
  clobber: [],
};

type Block = Exclude<ReturnType<typeof sanitize>, { type: 'root' }>;

/** A block is shown as it was written where it alone is too large for a part. */
function htmlOf(block: Block, text: string): readonly string[] {
  const html = toHtml(block);
  if (Buffer.byteLength(html) <= SIZES.block) return [html];
  const { start, end } = block.position ?? {};
  // all notes together
  if (start?.offset === undefined || end?.offset === undefined)
    throw new RangeError('a block without a position is too large');
  return writtenParts(text.slice(start.offset, end.offset));
}

/**
 * GitHub's Markdown as harmless HTML, in parts. Takes long for some texts, and throws a RangeError for one that is nested too deeply or has too many
 * footnotes.
 */
export function toSafeHtml(text: string, base: string | undefined): readonly string[] {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const html = toHast(tame(tree, base), {
    clobberPrefix: ID_PREFIX,
    footnoteLabelProperties: {},
  });
  const safe = sanitize(html, SCHEMA);
  const top = safe.type === 'root' ? safe.children : [safe];
  const blocks = top.flatMap((block) => htmlOf(block, text));
  const sizes = blocks.map((block) => Buffer.byteLength(block));
  return partsOf(sizes, { size: SIZES.part, entries: Infinity }).map(({ start, end }) =>
    blocks.slice(start, end).join(''),
  );
}
