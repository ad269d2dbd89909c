import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { ID_PREFIX } from './link-target.js';
import { tame } from './tame.js';

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

/** GitHub's Markdown as harmless HTML. Takes long for some texts, and throws a RangeError for one that is nested too deeply. */
export function toSafeHtml(text: string, base: string | undefined): string {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const html = toHast(tame(tree, base), {
    clobberPrefix: ID_PREFIX,
    footnoteLabelProperties: {},
  });
  return toHtml(sanitize(html, SCHEMA));
}
