import { createHash } from 'node:crypto';
import { blobCorrupt } from '../../contract/errors.js';
import type { BlobFolder } from '../blobs/blob-folder.js';
import { dropDamaged } from '../blobs/blob-inspection.js';
import type { BlobPart } from '../snapshot/data-stream.js';

const BATCH_BYTES = 32 * 1024 * 1024;
const BATCH_COUNT = 256;

/** Stores contents in batches, because each single write would wait for the disk. Damaged contents in the store are replaced. */
export class BlobWriter {
  readonly total = { count: 0, bytes: 0 };
  #batch: Uint8Array[] = [];
  #bytes = 0;

  constructor(private readonly folder: BlobFolder) {}

  async add({ sha256, size, content }: BlobPart): Promise<void> {
    const bytes = await collect(content, size);
    if (bytes.length !== size || createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw blobCorrupt({ sha256 });
    await dropDamaged(this.folder, sha256);
    this.#batch.push(bytes);
    this.#bytes += size;
    this.total.count += 1;
    this.total.bytes += size;
    if (this.#bytes >= BATCH_BYTES || this.#batch.length >= BATCH_COUNT) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#batch.length > 0) await this.folder.putAll(this.#batch);
    this.#batch = [];
    this.#bytes = 0;
  }
}

/** Stops reading once the content is longer than its stated size. */
async function collect(content: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > size) break;
  }
  return Buffer.concat(chunks, length);
}
