/** A sentence of a Markdown text, and the line on which it begins. */
export interface Sentence {
  readonly text: string;
  readonly line: number;
}

/** A line that begins something of its own: a heading, an item of a list, a row of a table, a fence. */
const BEGINS = /^\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|\||```|~~~)/;
/** Up to a stop before a space, or to the end. */
const SENTENCE = /[^\s][\s\S]*?(?:[.!?;](?=\s)|$)/g;

/** The sentences of a text; lines of one paragraph are read together. */
export function sentencesOf(markdown: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let lines: string[] = [];
  let first = 1;
  const end = (next: number): void => {
    sentences.push(...inParagraph(lines.join('\n'), first));
    [lines, first] = [[], next];
  };
  markdown.split(/\r\n|\r|\n/).forEach((line, index) => {
    if (line.trim() === '' || BEGINS.test(line)) end(index + 1);
    lines.push(line);
  });
  end(0);
  return sentences;
}

function inParagraph(text: string, first: number): readonly Sentence[] {
  let line = first;
  let at = 0;
  return [...text.matchAll(SENTENCE)].map(({ 0: sentence, index }) => {
    line += text.slice(at, index).split('\n').length - 1;
    at = index;
    return { text: sentence, line };
  });
}
