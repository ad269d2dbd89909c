import { constants, crc32, createInflateRaw } from 'node:zlib';
import {
  archiveNotGzip,
  archiveTooLarge,
  archiveTrailingData,
} from '../../contract/plugin-errors.js';
import { limits } from '../limits.js';

const FIXED_HEADER = 10;
const TRAILER = 8;
const FLAG = { headerCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;

type SizeLimits = Pick<typeof limits, 'compressedBytes' | 'unpackedBytes'>;

/**
 * Unpacks exactly one gzip member that fills the whole input. Node's gunzip also accepts further members and drops trailing
 * bytes, so header and trailer are read here.
 */
export async function gunzip(input: Uint8Array, most: SizeLimits = limits): Promise<Buffer> {
  const archive = Buffer.from(input.buffer, input.byteOffset, input.length);
  if (archive.length > most.compressedBytes) {
    throw archiveTooLarge({
      what: `The archive has ${archive.length} bytes; at most ${most.compressedBytes} are allowed.`,
    });
  }
  const start = headerLength(archive);
  const inflated = await inflate(archive.subarray(start), archive.length, most.unpackedBytes);
  checkTrailer(archive, start + inflated.consumed, inflated);
  return inflated.output;
}

/** The unpacked size that an archive states. An archive that unpacks to more is refused. */
export function statedSize(
  archive: Uint8Array,
  archiveBytes = archive.length,
  unpackedBytes = limits.unpackedBytes,
): number {
  const stated =
    archive.length < TRAILER
      ? 0
      : Buffer.from(archive.buffer, archive.byteOffset, archive.length).readUInt32LE(
          archive.length - 4,
        );
  return Math.min(
    stated,
    unpackedBytes,
    Math.max(limits.ratioFromBytes, limits.ratio * archiveBytes),
  );
}

function damaged(): Error {
  return archiveNotGzip({
    what: 'The archive is not a valid gzip file: it is damaged or truncated.',
  });
}

function headerLength(archive: Buffer): number {
  if (archive.length < FIXED_HEADER + TRAILER || archive.readUIntBE(0, 3) !== 0x1f8b08) {
    throw archiveNotGzip({ what: 'The archive is not a gzip file.' });
  }
  const flags = archive.readUInt8(3);
  if ((flags & FLAG.reserved) !== 0) throw damaged();
  let at = FIXED_HEADER;
  if ((flags & FLAG.extra) !== 0) at += 2 + archive.readUInt16LE(at);
  for (const flag of [FLAG.name, FLAG.comment]) {
    if ((flags & flag) === 0) continue;
    const end = archive.indexOf(0, at);
    if (end === -1) throw damaged();
    at = end + 1;
  }
  if ((flags & FLAG.headerCrc) !== 0) at += 2;
  if (at > archive.length - TRAILER) throw damaged();
  return at;
}

function checkTrailer(archive: Buffer, end: number, { output, size }: Inflated): void {
  if (end + TRAILER > archive.length) throw damaged();
  if (archive.readUInt32LE(end + 4) !== size) throw damaged();
  if (end + TRAILER < archive.length)
    throw archiveTrailingData({ what: 'The file continues after the end of its gzip data.' });
  if (archive.readUInt32LE(end) !== crc32(output)) throw damaged();
}

interface Inflated {
  /** The reserved buffer, filled completely if the archive states its size correctly. */
  readonly output: Buffer;
  readonly size: number;
  readonly consumed: number;
}

async function inflate(
  deflated: Buffer,
  archiveBytes: number,
  unpackedBytes: number,
): Promise<Inflated> {
  const stream = createInflateRaw({ chunkSize: 64 * 1024, finishFlush: constants.Z_FINISH });
  // filled chunk by chunk, because joining chunks at the end would need twice the memory
  const output = Buffer.allocUnsafeSlow(statedSize(deflated, archiveBytes, unpackedBytes));
  let size = 0;
  try {
    stream.end(deflated);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunk.copy(output, size);
      size += chunk.length;
      checkSize(size, archiveBytes, unpackedBytes);
    }
  } catch (error) {
    if (isZlibError(error)) throw damaged();
    throw error;
  } finally {
    stream.destroy();
  }
  return { output: output.subarray(0, size), size, consumed: stream.bytesWritten };
}

function checkSize(size: number, archiveBytes: number, unpackedBytes: number): void {
  if (size > unpackedBytes)
    throw archiveTooLarge({
      what: `The archive unpacks to more than ${unpackedBytes} bytes.`,
    });
  if (size > limits.ratioFromBytes && size > limits.ratio * archiveBytes) {
    throw archiveTooLarge({
      what: `The archive unpacks to more than ${limits.ratio} times its size.`,
    });
  }
}

function isZlibError(error: unknown): boolean {
  return (
    typeof (error as { errno?: unknown }).errno === 'number' &&
    String((error as { code?: unknown }).code).startsWith('Z_')
  );
}
