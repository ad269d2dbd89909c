/** YAML between `---` at the beginning of a document. */
import { nodesBelow, type DataNode } from '../../data-node.js';
import { Lines } from '../../unit.js';
import { parseYaml } from '../data/yaml.js';

export interface FrontMatter {
  /** Rows that it takes, with its marks. */
  readonly rows: number;
  readonly value: DataNode;
  /** Strings, and comments, with the rows on which they begin. */
  readonly texts: readonly {
    readonly text: string;
    readonly row: number;
    readonly comment: boolean;
  }[];
  readonly unread: string | undefined;
}

/** Reads the front matter, if there is one; mistakes in it are no reason to give up. Offsets count from the document's begin. */
export function frontMatterOf(text: string, lines: readonly string[]): FrontMatter | undefined {
  const first = lines[0] ?? '';
  if (first.replace(/^\uFEFF/, '').trimEnd() !== '---') return undefined;
  const end = lines.findIndex((line, row) => row > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end === -1) return undefined;
  // blank lines in place of the marks, so that offsets are those of the document
  const close = offsetOfRow(text, end);
  const yaml = `${' '.repeat(first.length)}${text.slice(first.length, close)}`;
  const { root, comments, unread } = parseYaml(yaml);
  const table = new Lines(text);
  const texts = [];
  for (const node of nodesBelow(root))
    if (node.kind === 'string')
      texts.push({ text: node.text, row: table.before(node.from), comment: false });
  for (const { from, to } of comments)
    texts.push({
      text: yaml.slice(from, to).replace(/^[#\s]+/, ''),
      row: table.before(from),
      comment: true,
    });
  return { rows: end + 1, value: root, texts, unread };
}

function offsetOfRow(text: string, row: number): number {
  let at = 0;
  for (let passed = 0; passed < row; passed++) at = text.indexOf('\n', at) + 1;
  return at;
}
