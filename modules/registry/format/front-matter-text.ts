import { limits } from './limits.js';
import { decodeText } from '../../../toolbox/decoded-text.js';

/** Both parts have `\n` as line ends. */
export interface FrontMatterText {
  readonly yaml: string;
  /** The text after the block. */
  readonly body: string;
}

/** Front matter and body of a Markdown file, or the problem. */
export function splitBytes(content: Uint8Array): FrontMatterText | string {
  const text = decodeText(content);
  if (text === undefined) return 'The file is not UTF-8 text.';
  const parts = splitFrontMatter(text);
  const size = typeof parts === 'string' ? 0 : Buffer.byteLength(parts.yaml);
  return size > limits.frontMatterBytes
    ? `The front matter has ${size} bytes; at most ${limits.frontMatterBytes} are allowed.`
    : parts;
}

/** Between two fences; sticky, so that the first is the first line. Ends at the second one: the body, most of the file, is not looked at. */
const FRONT_MATTER = /---[^\S\n]*\n([\s\S]*?)(?<=\n)---[^\S\n]*(?:\n|$)/y;

/** Front matter and body of a Markdown text, or the problem. Line ends become `\n`. */
export function splitFrontMatter(source: string): FrontMatterText | string {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  FRONT_MATTER.lastIndex = 0;
  const [block, yaml] = FRONT_MATTER.exec(text) ?? [];
  if (block !== undefined && yaml !== undefined)
    return { yaml: yaml.replace(/\n$/, ''), body: text.slice(block.length) };
  return /^---[^\S\n]*(?:\n|$)/.test(text)
    ? 'The front matter does not end: a second line "---" is missing.'
    : 'The file must start with front matter: a line "---", then "name" and "description", then a line "---".';
}
