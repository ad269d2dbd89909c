import { maskSecrets } from './rules/secrets/mask.js';

const LONGEST = 200;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu;

/** Text of a bundle as people may see it: on one line, not too long, nothing invisible, secrets masked. */
export function shown(text: string, longest = LONGEST): string {
  const line = text
    .slice(0, longest * 4)
    .replace(/\s+/g, ' ')
    .trim();
  const visible = maskSecrets(line).replace(
    INVISIBLE,
    (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return visible.length > longest ? `${visible.slice(0, longest - 1)}…` : visible;
}
