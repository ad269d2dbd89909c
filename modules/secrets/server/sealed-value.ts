import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealedPosition } from '../contract/index.js';
import type { SecretKey } from './keys.js';

/** `1.<key>.<nonce>.<tag and ciphertext>`, the last two in base64url. */
const SEALED = /^1\.([0-9a-f]{8})\.([\w-]{16})\.([\w-]{22,})$/;
const TAG_BYTES = 16;

/** What a value belongs to: moved to another row or column, or said to be of another key, it does not open. */
const boundTo = (key: string, { column, row }: SealedPosition): Buffer =>
  Buffer.from(JSON.stringify([1, key, column, row]));

export function sealValue(text: string, { id, key }: SecretKey, at: SealedPosition): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(id, at));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const content = Buffer.concat([cipher.getAuthTag(), sealed]).toString('base64url');
  return `1.${id}.${nonce.toString('base64url')}.${content}`;
}

/** The text of a value, or why it does not open. */
export function openValue(
  value: string,
  keys: readonly SecretKey[],
  at: SealedPosition,
): { readonly text: string } | { readonly why: string } {
  const [, id = '', nonce = '', content = ''] = SEALED.exec(value) ?? [];
  if (id === '') return { why: 'it is not a sealed value' };
  const found = keys.find((key) => key.id === id);
  if (found === undefined) return { why: `the server does not have its key, ${id}` };
  const bytes = Buffer.from(content, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', found.key, Buffer.from(nonce, 'base64url'));
    decipher.setAAD(boundTo(id, at)).setAuthTag(bytes.subarray(0, TAG_BYTES));
    const text = [decipher.update(bytes.subarray(TAG_BYTES)), decipher.final()];
    // base64url has several spellings of the same bytes
    if (bytes.toString('base64url') === content)
      return { text: Buffer.concat(text).toString('utf8') };
  } catch {
    // the tag does not match; node says no more
  }
  return { why: 'it is not what was stored there' };
}
