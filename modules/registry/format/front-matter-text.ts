import { limits } from './limits.js';
import { decodeText } from './text.js';

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

/** Front matter and body of a Markdown text, or the problem. Line ends become `\n`. */
export function splitFrontMatter(source: string): FrontMatterText | string {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  const start = endOfLine(text, 0) + 1;
  if (!isFence(text, 0))
    return 'The file must start with front matter: a line "---", then "name" and "description", then a line "---".';
  for (let at = start; at <= text.length; at = endOfLine(text, at) + 1) {
    if (isFence(text, at))
      return {
        yaml: text.slice(start, Math.max(start, at - 1)),
        body: text.slice(endOfLine(text, at) + 1),
      };
  }
  return 'The front matter does not end: a second line "---" is missing.';
}

/** Finds one line end at a time, because splitting the body, most of the file, would be wasteful. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function isFence(text: string, at: number): boolean {
  return text.startsWith('---', at) && text.slice(at, endOfLine(text, at)).trimEnd() === '---';
}
