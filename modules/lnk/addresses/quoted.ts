import { shortened } from '../../../toolbox/shortened.js';

/** Characters of a text in an error. */
const SHOWN = 60;

/** A text as errors and explanations show it. */
export const quoted = (text: string): string => `"${shortened(text, SHOWN)}"`;
