import GithubSlugger from 'github-slugger';
import { unchanged, type Fixer } from './fix.js';
import { nodesOf, plainText, type PlacedNode } from './markdown-nodes.js';
import { isSkillFile } from './skill-texts.js';

/** Reference files with more lines need a list of their contents. */
const LONG = 300;
/** Fewer sections need none. */
const FEWEST_SECTIONS = 3;
/** Links to sections in the first so many lines are a list of contents, whatever it is called. */
const HEAD_LINES = 80;
const TITLE = 'Contents';
const TITLES = /^(?:table of )?contents$|^toc$|^(?:overview|in this (?:file|document|guide))$/i;

/** Gives a long reference file a list of its sections, before the first of them. */
export const addContents: Fixer = ({ path: file, text }) => {
  const count = text.split('\n').length;
  if (count <= LONG || isSkillFile(file)) return unchanged(text);
  const nodes = nodesOf(text);
  const headings = nodes.filter(({ depth }) => depth > 0);
  const sections = headings.filter(({ depth }) => depth === 2);
  const [first] = sections;
  if (first === undefined || sections.length < FEWEST_SECTIONS || hasContents(nodes))
    return unchanged(text);
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const list = [`## ${TITLE}`, '', ...entriesOf(headings, first), '', ''].join(end);
  const explanation = `The file has ${count} lines and had no list of its sections, by which an agent finds the part it needs; it stands before the first section now.`;
  return {
    text: text.slice(0, first.from) + list + text.slice(first.from),
    fixes: [{ kind: 'contents-list', file, line: first.line, explanation }],
  };
};

function hasContents(nodes: readonly PlacedNode[]): boolean {
  if (nodes.some(({ node, depth }) => depth > 0 && TITLES.test(plainText(node).trim())))
    return true;
  const jumps = nodes.filter(
    ({ node, line }) =>
      node.type === 'link' &&
      line <= HEAD_LINES &&
      (node as unknown as { url: string }).url.startsWith('#'),
  );
  return jumps.length >= FEWEST_SECTIONS;
}

/** The anchors are those of code hosts, which number equal headings: all count, also the new one. */
function entriesOf(headings: readonly PlacedNode[], first: PlacedNode): readonly string[] {
  const slugger = new GithubSlugger();
  return headings.flatMap((heading) => {
    if (heading === first) slugger.slug(TITLE);
    const title = plainText(heading.node).trim();
    const anchor = slugger.slug(title);
    return heading.depth === 2 ? [`- [${escaped(title)}](#${anchor})`] : [];
  });
}

const escaped = (title: string): string => title.replace(/[\\`*_[\]<]/g, '\\$&');
