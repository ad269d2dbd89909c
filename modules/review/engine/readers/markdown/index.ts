/** Markdown: prose, links, front matter, and the commands and programs that it holds. */
import type { Prose, Link, Reader, Reading } from '../../facts.js';
import type { Unit } from '../../unit.js';
import { commandsIn } from '../data/read-data.js';
import { linesOf } from '../source-lines.js';
import { BlockParser, type Block } from './blocks.js';
import { definitionsOf } from './definitions.js';
import { languageOfFence } from './fence-language.js';
import { frontMatterOf, type FrontMatter } from './front-matter.js';
import { Document } from './document.js';

/** Reads a document. */
export const readMarkdown: Reader = (unit) => {
  const lines = linesOf(unit.text);
  const front = frontMatterOf(unit.text, lines);
  const blocks = blocksOf(lines, front?.rows ?? 0);
  const document = new Document(unit, definitionsIn(blocks));
  for (const { text, row, comment } of front?.texts ?? []) document.frontMatter(text, row, comment);
  for (const block of blocks) document.block(block);
  return readingOf(unit, document, front);
};

function blocksOf(lines: readonly string[], from: number): readonly Block[] {
  const parser = new BlockParser({ fences: true });
  for (let row = from; row < lines.length; row++) parser.line(lines[row] as string, row);
  parser.end();
  const { blocks } = parser;
  const last = blocks.at(-1);
  if (last?.kind !== 'fence' || last.closed) return blocks;
  if (languageOfFence(last.info, last.lines) === 'text') return blocks;
  return [...blocks, ...afterOpenFence(last)];
}

/** A fence that nobody closed swallows the rest of a page; agents read the rest all the same. */
function afterOpenFence({ lines, row }: Block & { kind: 'fence' }): readonly Block[] {
  const parser = new BlockParser({ fences: false });
  for (const [index, line] of lines.entries()) parser.line(line, row + index);
  parser.end();
  return parser.blocks.filter(({ kind }) => kind !== 'fence');
}

function definitionsIn(blocks: readonly Block[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const block of blocks)
    if (block.kind === 'paragraph' && (block.lines[0] as string).includes(']:'))
      for (const { label, url } of definitionsOf(block))
        if (!found.has(label)) found.set(label, url);
  return found;
}

function readingOf(unit: Unit, document: Document, front: FrontMatter | undefined): Reading {
  const { prose, links }: { prose: readonly Prose[]; links: readonly Link[] } = document;
  // the front matter of an example in a document is no manifest
  const nested = unit.frames.length > 0 || unit.decoded.length > 0;
  const isManifest = front !== undefined && !nested;
  return {
    units: isManifest ? [...document.units, ...commandsIn(unit, front.value)] : document.units,
    facts: [],
    prose,
    links,
    ...(isManifest && { value: front.value }),
    ...(front?.unread !== undefined && { unread: front.unread }),
  };
}
