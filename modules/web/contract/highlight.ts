import { serviceKey } from 'svc-registry/kernel';
import type { Markup } from './markdown.js';

/** Files of strangers as HTML for pages. */
export interface Highlighter {
  /**
   * The lines of a text, without their line breaks, their words in the colours of the language that the name of the file tells. A line of more than 2,000
   * characters is cut, and says so. A text of more than 262,144 characters, or one that takes more than two seconds, has no colours.
   */
  lines(text: string, file: string): Promise<readonly Markup[]>;
}

/** On the server. Ask for it with `inject(highlightKey)` in a page, and print each line that it answers: `{{ line }}`. */
export const highlightKey = serviceKey<Highlighter>('web.highlight');
