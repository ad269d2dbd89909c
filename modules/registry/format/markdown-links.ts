import GithubSlugger from 'github-slugger';
import type { Node, Parent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { MarkdownLink, MarkdownOutline } from '../contract/plugin-format.js';

/** Links and anchors of a Markdown text outside code. Front matter is blanked, so that line numbers stay right. */
export function outlineMarkdown(text: string): MarkdownOutline {
  const links: MarkdownLink[] = [];
  const anchors = new Set<string>();
  const slugger = new GithubSlugger();
  visit(fromMarkdown(blankFrontMatter(text)), (node) => {
    if (node.type === 'heading') anchors.add(slugger.slug(textOf(node)));
    if (node.type === 'html')
      for (const [, name] of (node as unknown as { value: string }).value.matchAll(
        /\b(?:id|name)="([^"]+)"/g,
      ))
        anchors.add(name ?? '');
    if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return;
    links.push({
      target: (node as unknown as { url: string }).url,
      line: node.position?.start.line ?? 1,
    });
  });
  return { links, anchors };
}

function blankFrontMatter(text: string): string {
  const lines = text.split('\n');
  if (lines[0]?.trimEnd() !== '---') return text;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  return end === -1
    ? text
    : [...lines.slice(0, end + 1).fill(''), ...lines.slice(end + 1)].join('\n');
}

function visit(node: Node, seen: (node: Node) => void): void {
  seen(node);
  for (const child of (node as Partial<Parent>).children ?? []) visit(child, seen);
}

function textOf(node: Node): string {
  const { value, alt, children } = node as {
    value?: string;
    alt?: string;
    children?: readonly Node[];
  };
  return value ?? alt ?? (children ?? []).map(textOf).join('');
}
