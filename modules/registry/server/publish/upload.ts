import { uploadMissing, uploadTooLarge } from '../../contract/errors.js';

/** Largest archive, compressed. */
export const MAX_UPLOAD = 32 * 1024 * 1024;

/** Reads the whole body, and refuses it as soon as it exceeds the limit. */
export async function readUpload(
  upload: AsyncIterable<Uint8Array> | undefined,
  limit = MAX_UPLOAD,
): Promise<Uint8Array> {
  if (upload === undefined) throw uploadMissing();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of upload) {
    size += chunk.byteLength;
    if (size > limit) throw uploadTooLarge({ limit });
    chunks.push(chunk);
  }
  if (size === 0) throw uploadMissing();
  return Buffer.concat(chunks, size);
}
