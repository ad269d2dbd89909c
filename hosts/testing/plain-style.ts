import type { TextStyle } from 'svc-registry/kernel';
import { textStyle } from '../cli/text-style.js';

/** What renderers get where there are no colours and nobody's terminal limits a table. */
export const plainStyle = (width = 80, reader: TextStyle['reader'] = 'person'): TextStyle =>
  textStyle({ reader, colours: false, width, limit: Infinity });
