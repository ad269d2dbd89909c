import type { Context } from 'svc-registry/kernel';
import { uploadMissing, uploadTooLarge } from './errors.js';

/** Of an archive as it is sent: compressed. */
export const MOST_ARCHIVE_BYTES = 32 * 1024 * 1024;

/** Reads an archive that a request brings. It is refused as soon as it exceeds the limit: `upload_too_large`, `upload_missing`. */
export async function readUpload(upload: Context['upload']): Promise<Uint8Array> {
  const limit = MOST_ARCHIVE_BYTES;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of upload ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw uploadTooLarge({ limit });
    chunks.push(chunk);
  }
  if (size === 0) throw uploadMissing();
  return Buffer.concat(chunks, size);
}
