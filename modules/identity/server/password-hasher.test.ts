import { expect, it } from '@jest/globals';
import argon2 from 'argon2';
import { COST, UNKNOWN_PASSWORD_HASH, PasswordHasher } from './password-hasher.js';

it('costs as much for accounts that do not exist as for those that do', async () => {
  const made = await new PasswordHasher().hash('correct horse battery');
  expect([UNKNOWN_PASSWORD_HASH, made].map((hash) => argon2.needsRehash(hash, COST))).toEqual([
    false,
    false,
  ]);
  expect(await new PasswordHasher().verify(null, '')).toBe(false);
});
