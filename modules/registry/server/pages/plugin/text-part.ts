import { numberIn } from '../../../../../toolbox/parts.js';
import type { Markup } from '../../../../web/contract/index.js';

interface Wanted {
  /** As the address has it, from 1 on. */
  readonly part: string | null;
  readonly addressOf: (part: number) => string;
}

/** The part of a text that an address names, and the addresses of the first and the next one where there are such. */
export function textPart(parts: readonly Markup[], { part, addressOf }: Wanted) {
  const wanted = numberIn(part) ?? 1;
  const number = wanted > parts.length ? 1 : wanted;
  return {
    html: parts[number - 1],
    first: number > 1 ? addressOf(1) : '',
    more: number < parts.length ? addressOf(number + 1) : '',
  };
}
