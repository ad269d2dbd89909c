import { toSafeHtml } from './to-html.js';

export interface LayOutTask {
  readonly text: string;
  readonly base: string | undefined;
}

/** The HTML of a text, in parts; `undefined` when it is nested more deeply than the stack. */
export function layOut({ text, base }: LayOutTask): readonly string[] | undefined {
  try {
    return toSafeHtml(text, base);
  } catch (error) {
    if ((error as Error).name !== 'RangeError') throw error;
    return undefined;
  }
}
