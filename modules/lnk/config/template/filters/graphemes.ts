import type { Budget } from '../evaluate/budget.js';

// every character of such a text is one that readers see; segmenting costs a hundred times as much
const PLAIN = /^[\x20-\x7e\n]*$/;
let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as readers see them: letters with their accents, emoji in one. */
export function* graphemes(text: string, budget: Budget): Generator<string> {
  if (PLAIN.test(text)) {
    yield* text;
    return;
  }
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) {
    budget.step();
    yield segment;
  }
}
