import type { FileResult } from 'svc-registry/kernel';

/** A file that an operation answers, in memory. */
export async function bytesOf({ body }: FileResult): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
