import type { TextStyle } from 'svc-registry/kernel';
import { textStyle } from '../cli/text-style.js';

/** The style that renderers get without colours and without a terminal that limits tables. */
export const plainStyle = (width = 80, reader: TextStyle['reader'] = 'person'): TextStyle =>
  textStyle({ reader, colours: false, width, limit: Infinity });
