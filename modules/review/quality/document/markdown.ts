/** What a Markdown document holds, with the lines on which it stands. */
import { BlockParser, type Block } from '../../engine/readers/markdown/blocks.js';
import { definitionsOf } from '../../engine/readers/markdown/definitions.js';
import { readInline, type Definitions } from '../../engine/readers/markdown/inline.js';

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}
export interface Fence {
  readonly language: string;
  readonly lines: readonly string[];
  /** Of the first line of the contents. */
  readonly line: number;
}
export interface Paragraph {
  readonly text: string;
  readonly line: number;
  /** Whether it stands in a list. */
  readonly item: boolean;
  /** Of an ordered list. */
  readonly ordered: boolean;
}
export interface Link {
  readonly target: string;
  readonly text: string;
  readonly line: number;
  /** The text around it. */
  readonly around: string;
}
export interface InlineCode {
  readonly text: string;
  readonly line: number;
}

export interface Markdown {
  readonly file: string;
  /** All lines of the file. */
  readonly lines: readonly string[];
  /** Row, from 0, on which it begins: after the front matter. */
  readonly from: number;
  readonly headings: readonly Heading[];
  readonly fences: readonly Fence[];
  readonly paragraphs: readonly Paragraph[];
  readonly links: readonly Link[];
  readonly codes: readonly InlineCode[];
}

const ORDERED = /^\s*(?:>\s*)*\d{1,3}[.)]\s/;

interface Growing {
  readonly headings: Heading[];
  readonly fences: Fence[];
  readonly paragraphs: Paragraph[];
  readonly links: Link[];
  readonly codes: InlineCode[];
}

/** Reads a document, in one pass. */
export function readMarkdown(file: string, lines: readonly string[], from: number): Markdown {
  const parser = new BlockParser({ fences: true });
  for (let row = from; row < lines.length; row++) parser.line(lines[row] ?? '', row);
  parser.end();
  const grown: Growing = { headings: [], fences: [], paragraphs: [], links: [], codes: [] };
  const definitions = definitionsIn(parser.blocks);
  for (const block of parser.blocks)
    for (const part of stepsOf(block)) take(part, { grown, definitions, lines });
  return { file, lines, from, ...grown };
}

const NEXT_STEP = /^\s*\d{1,3}[.)]\s+/;

/** The items of a numbered list without blank lines, each as a block of its own. */
function stepsOf(block: Block): readonly Block[] {
  if (block.kind !== 'paragraph' || block.container !== 'item') return [block];
  const steps: { row: number; lines: string[] }[] = [];
  for (const [index, line] of block.lines.entries())
    if (index === 0) steps.push({ row: block.row, lines: [line] });
    else if (NEXT_STEP.test(line))
      steps.push({ row: block.row + index, lines: [line.replace(NEXT_STEP, '')] });
    else steps.at(-1)?.lines.push(line);
  return steps.map((step) => ({ ...block, ...step }));
}

interface Taking {
  readonly grown: Growing;
  readonly definitions: Definitions;
  readonly lines: readonly string[];
}

function take(block: Block, taking: Taking): void {
  const { grown, lines } = taking;
  if (block.kind === 'fence') {
    const language = (block.info.split(/[\s{,]/)[0] ?? '').toLowerCase();
    grown.fences.push({ language, lines: block.lines, line: block.row + 1 });
    return;
  }
  const source = block.kind === 'heading' ? block.text : block.lines.join('\n');
  const text = inline(source, block.row, taking);
  const line = block.row + 1;
  if (block.kind === 'heading') grown.headings.push({ level: block.level, text, line });
  else if (text !== '') {
    const ordered = ORDERED.test(lines[block.row] ?? '');
    const item = block.kind === 'paragraph' && block.container === 'item';
    grown.paragraphs.push({ text, line, item, ordered: item && ordered });
  }
}

function inline(source: string, row: number, { grown, definitions }: Taking): string {
  const { visible, links, codes } = readInline(source, definitions, {});
  for (const { url, text, row: inner } of links)
    grown.links.push({ target: url, text, line: row + inner + 1, around: visible.text });
  for (const { text, row: inner } of codes) grown.codes.push({ text, line: row + inner + 1 });
  return visible.text;
}

function definitionsIn(blocks: readonly Block[]): Definitions {
  const found = new Map<string, string>();
  for (const block of blocks)
    if (block.kind === 'paragraph' && (block.lines[0] ?? '').includes(']:'))
      for (const { label, url } of definitionsOf(block))
        if (!found.has(label)) found.set(label, url);
  return found;
}
