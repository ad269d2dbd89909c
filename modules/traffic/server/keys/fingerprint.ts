import { createHash, createHmac, type Hash } from 'node:crypto';
import { invalidInput, type GuardedCall } from 'svc-registry/kernel';
import { by } from '../../../../toolbox/by.js';

/** Visible ASCII. The quotes that the draft requires belong to the header, not to the key. */
const KEY = /^[\x21-\x7e]{1,255}$/;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A form that is equal for inputs with the same fields, regardless of their order. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return entries.sort(by(([key]) => key)).map(([name, field]) => [name, canonical(field)]);
}

const bareOf = (key: string): string => /^"(.+)"$/.exec(key)?.[1] ?? key;

/** The id of the key's row, from caller, operation and key. Throws `invalid_input` for a malformed key. */
export function keyId(
  { caller, operation }: Pick<GuardedCall, 'caller' | 'operation'>,
  key: string,
): string {
  if (!KEY.test(key))
    throw invalidInput({
      what: 'Idempotency-Key must have 1 to 255 visible ASCII characters and no blanks.',
    });
  return sha256(JSON.stringify([caller.kind, caller.id, operation.id, bareOf(key)]));
}

/** The HMAC uses the Idempotency-Key, which is not stored, so that inputs cannot be guessed from the hash. */
export const requestHash = (input: object, key: string): string =>
  createHmac('sha256', bareOf(key))
    .update(JSON.stringify(canonical(input)))
    .digest('base64url');

/** Passes bytes on and computes their hash. */
export class HashedUpload implements AsyncIterable<Uint8Array> {
  private readonly hash: Hash = createHash('sha256');

  constructor(private readonly bytes: AsyncIterable<Uint8Array>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.bytes) {
      this.hash.update(chunk);
      yield chunk;
    }
  }

  get digest(): string {
    return this.hash.copy().digest('base64url');
  }
}

/** The hash of all bytes of an upload. */
export async function uploadHash(
  bytes: AsyncIterable<Uint8Array> | undefined,
): Promise<string | null> {
  if (bytes === undefined) return null;
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('base64url');
}
