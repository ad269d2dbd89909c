import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  hashToken,
  isLegacyKey,
  newToken,
  obfuscate,
  sameHash,
  storedToken,
  tokenKind,
} from './token.js';

describe('tokens', () => {
  it.each(['session', 'page', 'key', 'code', 'device', 'reset'] as const)(
    'a new %s is recognised',
    (kind) => {
      const token = newToken(kind);
      expect(token).toMatch(new RegExp(`^svc_${kind}_[0-9A-Za-z]{38}$`));
      expect(tokenKind(token)).toBe(kind);
    },
  );

  it('never makes the same one twice', () => {
    expect(new Set(Array.from({ length: 500 }, () => newToken('key'))).size).toBe(500);
  });

  it('notices any changed character', () => {
    const token = newToken('key');
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.constantFrom('0', 'A', 'z', '9', '_', '-'),
        (at, character) => {
          fc.pre(token[at] !== character);
          expect(tokenKind(token.slice(0, at) + character + token.slice(at + 1))).toBeUndefined();
        },
      ),
    );
  });

  it('takes no other text for a token', () => {
    fc.assert(fc.property(fc.string(), (text) => tokenKind(text) === undefined));
  });

  it('knows the keys of older registries', () => {
    expect(isLegacyKey('svc_user_abc')).toBe(true);
    expect(isLegacyKey(newToken('key'))).toBe(false);
  });

  it('stores a hash and a look-up prefix of it, never the token', () => {
    const token = newToken('session');
    const stored = storedToken(token);
    expect(stored.tokenHash).toBe(hashToken(token));
    expect(stored.tokenHash.startsWith(stored.tokenLookup)).toBe(true);
    expect(JSON.stringify(stored)).not.toContain(token.slice(12, 30));
  });

  it('compares hashes', () => {
    expect(sameHash(hashToken('a'), hashToken('a'))).toBe(true);
    expect(sameHash(hashToken('a'), hashToken('b'))).toBe(false);
    expect(sameHash(hashToken('a'), 'short')).toBe(false);
  });

  it('shows only the ends', () => {
    const token = newToken('key');
    expect(obfuscate(token)).toBe(`svc_key_…${token.slice(-4)}`);
  });
});
