import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `session`: a user signed in with a program. `page`: with a browser. `key`: an API key. `code`: a one-time code.
 * `device`: a program waiting for approval of its sign-in. `reset`: a one-time code for a new password.
 */
export type TokenKind = 'session' | 'page' | 'key' | 'code' | 'device' | 'reset';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters of 62 are 190 bits. */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const TOKEN = /^svc_(session|page|key|code|device|reset)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
const LEGACY = /^svc_user_/;
const LOOKUP_LENGTH = 16;

const randomCharacter = (): string => ALPHABET.charAt(randomInt(ALPHABET.length));

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Returns `svc_<kind>_<32 random characters><checksum>`. The fixed format lets secret scanners find leaked tokens. */
export function newToken(kind: TokenKind): string {
  const secret = Array.from({ length: SECRET_LENGTH }, randomCharacter).join('');
  const body = `svc_${kind}_${secret}`;
  return body + checksum(body);
}

/** The kind of a well-formed token; `undefined` for any other text, including a wrong checksum. */
export function tokenKind(token: string): TokenKind | undefined {
  const match = TOKEN.exec(token);
  if (match === null || checksum(token.slice(0, -CHECKSUM_LENGTH)) !== match[3]) return undefined;
  return match[1] as TokenKind;
}

/** A user's key in the format of older registries. */
export function isLegacyKey(token: string): boolean {
  return LEGACY.test(token);
}

export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** The columns that the database stores of a token. */
export function storedToken(token: string) {
  const tokenHash = hashToken(token);
  return { tokenLookup: tokenHash.slice(0, LOOKUP_LENGTH), tokenHash };
}

/** Constant-time comparison of two hashes. */
export function sameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

/** A shortened token that is recognisable but not guessable. */
export function obfuscate(token: string): string {
  return `${token.slice(0, token.lastIndexOf('_') + 1)}…${token.slice(-4)}`;
}
