import { randomInt } from 'node:crypto';

/** Consonants only: codes never spell words, and no letter looks like another letter or a digit. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** One of 20^8 codes, all equally likely. */
export function newUserCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** As shown to users: `WDJB-MJHT`. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** Normalizes a typed code: ignores case, dashes and spaces. `undefined` when it cannot be a code. */
export function typedUserCode(text: string): string | undefined {
  const code = text.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}
