import { randomInt } from 'node:crypto';

/** Consonants only: no word comes out by accident, and no letter looks like another or like a digit. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** One of 20^8, each as likely as any other. */
export function newUserCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** As people read it: `WDJB-MJHT`. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** What somebody typed, whatever its case, dashes and blanks; `undefined` when it cannot be a code. */
export function typedUserCode(text: string): string | undefined {
  const code = text.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}
