import argon2 from 'argon2';
import { Semaphore } from '../../../toolbox/semaphore.js';

export const COST = {
  type: argon2.argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** Compared with for unknown accounts, whose check must take as long as that of known ones (password-hasher.test.ts). */
export const UNKNOWN_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,p=1,t=2$VYBYUbusC0svKLWMIjuv2Q$9uvY1ZOACi1MLTZDFm9FUFXGJ9aWICjsoo8gK6WwGYY';

/** Hashes passwords with argon2id, two at a time, because each hash takes 19 MiB. */
export class PasswordHasher {
  private readonly semaphore = new Semaphore(2);

  hash(password: string): Promise<string> {
    return this.semaphore.run(() => argon2.hash(password, COST));
  }

  /** False for a wrong password. Without a hash the result is false too, after the same amount of work. */
  verify(hash: string | null, password: string): Promise<boolean> {
    return this.semaphore.run(
      async () => (await argon2.verify(hash ?? UNKNOWN_PASSWORD_HASH, password)) && hash !== null,
    );
  }
}
