import { setImmediate } from 'node:timers/promises';
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

/** The beginning of a document, and each of its chapters. */
function chaptersOf(text: string): readonly string[] {
  const chapters: string[][] = [[]];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^ *(```|~~~)/.test(line)) isCode = !isCode;
    if (!isCode && line.startsWith('## ')) chapters.push([]);
    chapters.at(-1)?.push(line);
  }
  return chapters.map((lines) => lines.join('\n'));
}

/** Prepares a document that begins with its title. */
export async function layOutDocument(text: string, pathOf: PathOf): Promise<LaidOut> {
  const [beginning = '', ...chapters] = chaptersOf(text);
  const slugger = new GithubSlugger();
  // links and headings are the same without GitHub's additions, whose tables take most of the time
  const [title, ...rest] = fromMarkdown(beginning).children;
  const withoutTitle = title === undefined ? [] : [{ ...rangeOf(title), by: '' }];
  const parts = [chapterOf({ text: beginning, nodes: rest, edits: withoutTitle }, slugger, pathOf)];
  for (const chapter of chapters) {
    // a long document takes longer than other requests should wait
    await setImmediate();
    const nodes = fromMarkdown(chapter).children;
    parts.push(chapterOf({ text: chapter, nodes, edits: [] }, slugger, pathOf));
  }
  return {
    title: title === undefined ? '' : textOf(title),
    text: parts.map((part) => part.text).join('\n'),
    sections: parts.flatMap(({ sections }) => sections).filter(({ depth }) => depth <= 3),
  };
}

interface Chapter {
  readonly text: string;
  readonly nodes: readonly Nodes[];
  readonly edits: readonly Edit[];
}

function chapterOf(chapter: Chapter, slugger: GithubSlugger, pathOf: PathOf) {
  const { text, nodes } = chapter;
  const sections: Section[] = [];
  const edits = [...chapter.edits];
  for (const node of nodes.flatMap((child) => [...nodesIn(child)])) {
    edits.push(...editsOf(node, text, pathOf));
    if (node.type !== 'heading') continue;
    const heading = textOf(node);
    sections.push({ id: PREFIX + slugger.slug(heading), title: heading, depth: node.depth });
  }
  return { text: edited(text, edits), sections };
}
