import { wordsOf } from '../lint/words.js';

/** Words in a row that no two authors write by accident. */
const RUN = 8;

export interface NamedText {
  /** Path of the file, for messages. */
  readonly name: string;
  readonly text: string;
}

/** Words in a row that a text shares with another. */
export interface CopiedPassage {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly words: number;
  /** Name of the other text. */
  readonly from: string;
}

/** Finds what is copied from the files of a context. */
export class CopiedText {
  /** The file in which a run of words stands first. */
  private readonly runs = new Map<string, string>();

  constructor(context: readonly NamedText[]) {
    for (const { name, text } of context)
      for (const run of runsOf(wordsOf(text))) if (!this.runs.has(run)) this.runs.set(run, name);
  }

  /** The passages of a text, and the share of its words that are in them. */
  in(text: string): { readonly passages: readonly CopiedPassage[]; readonly share: number } {
    const words = numberedWords(text);
    const from = runsOf(words.map(({ word }) => word)).map((run) => this.runs.get(run));
    const passages: CopiedPassage[] = [];
    let end = 0;
    from.forEach((name, at) => {
      const last = passages.at(-1);
      if (name === undefined) return;
      if (last !== undefined && at <= end)
        passages[passages.length - 1] = { ...last, words: last.words + at + RUN - end };
      else passages.push({ line: words[at]?.line ?? 1, words: RUN, from: name });
      end = at + RUN;
    });
    const copied = passages.reduce((sum, passage) => sum + passage.words, 0);
    return { passages, share: words.length === 0 ? 0 : copied / words.length };
  }
}

const runsOf = (words: readonly string[]): readonly string[] =>
  words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '));

const numberedWords = (text: string): readonly { readonly word: string; readonly line: number }[] =>
  text
    .split('\n')
    .flatMap((each, index) => wordsOf(each).map((word) => ({ word, line: index + 1 })));
