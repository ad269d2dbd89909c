import { shortened } from '../../toolbox/shortened.js';

/** Characters of a user's text in a message. */
const SHOWN = 80;

/** A user's text in a message: quoted, on one line and never long. */
export const quoted = (text: string): string => JSON.stringify(shortened(text, SHOWN));
