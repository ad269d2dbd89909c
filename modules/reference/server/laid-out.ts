import GithubSlugger from 'github-slugger';
import type { Heading, Link, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** A heading, and its id on the page. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** 2 for a section, 3 for a part of one. */
  readonly depth: number;
}

/** A document for a page, which shows the title itself. */
export interface LaidOut {
  readonly title: string;
  /** Markdown without the title, with each heading one level higher. */
  readonly text: string;
  readonly sections: readonly Section[];
}

/** The path of the page that a path in a document leads to; `undefined` when it leads to no page. */
type PathOf = (target: string) => string | undefined;

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** What rendered Markdown puts before its ids. */
const PREFIX = 'md-';

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function* nodesIn(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesIn(child);
}

function rangeOf({ position }: Nodes): { from: number; to: number } {
  return { from: position?.start.offset ?? 0, to: position?.end.offset ?? 0 };
}

/** Nothing where there is no page, so that only the text of the link is shown. */
function pageOf(url: string, pathOf: PathOf): string {
  const [target = '', fragment] = url.split('#');
  const path = pathOf(target);
  if (path === undefined) return '';
  return fragment === undefined ? path : `${path}#${PREFIX}${fragment}`;
}

/** The change of a relative link; none of a link to elsewhere or within the document. */
function linkEdits(link: Link, text: string, pathOf: PathOf): Edit[] {
  if (/^([a-z]+:|#)/i.test(link.url)) return [];
  const { from, to } = rangeOf(link);
  const start = from + text.slice(from, to).lastIndexOf('](') + ']('.length;
  return [{ from: start, to: to - 1, by: pageOf(link.url, pathOf) }];
}

/** The page has the first level, and rendering begins with the second: each `#` too many would leave out a level. */
function headingEdits(heading: Heading): Edit[] {
  const { from } = rangeOf(heading);
  return heading.depth > 1 ? [{ from, to: from + 1, by: '' }] : [];
}

function editsOf(node: Nodes, text: string, pathOf: PathOf): Edit[] {
  if (node.type === 'heading') return headingEdits(node);
  // a comment is for those who write the document; rendering would show it
  if (node.type === 'html' && node.value.startsWith('<!--')) return [{ ...rangeOf(node), by: '' }];
  return node.type === 'link' ? linkEdits(node, text, pathOf) : [];
}

function edited(text: string, edits: readonly Edit[]): string {
  const lastFirst = [...edits].sort((a, b) => b.from - a.from);
  return lastFirst.reduce(
    (result, { from, to, by }) => result.slice(0, from) + by + result.slice(to),
    text,
  );
}

/** Prepares a document that begins with its title. */
export function layOutDocument(text: string, pathOf: PathOf): LaidOut {
  // links and headings are the same without GitHub's additions, whose tables take most of the time
  const tree = fromMarkdown(text);
  const [title, ...rest] = tree.children;
  const slugger = new GithubSlugger();
  const sections: Section[] = [];
  const edits: Edit[] = title === undefined ? [] : [{ ...rangeOf(title), by: '' }];
  for (const node of rest.flatMap((child) => [...nodesIn(child)])) {
    edits.push(...editsOf(node, text, pathOf));
    if (node.type !== 'heading') continue;
    const heading = textOf(node);
    sections.push({ id: PREFIX + slugger.slug(heading), title: heading, depth: node.depth });
  }
  return {
    title: title === undefined ? '' : textOf(title),
    text: edited(text, edits),
    sections: sections.filter(({ depth }) => depth <= 3),
  };
}
