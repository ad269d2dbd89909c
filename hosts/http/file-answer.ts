import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileResult } from 'svc-registry/kernel';

/** Types that a browser displays without executing any of their content. */
const inline = /^(text\/(plain|markdown)|application\/json|image\/(png|jpeg|gif|webp))\b/;

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return (
    header.trim() === '*' ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}

function cacheControl({ immutable = false, shared = true }: FileResult): string {
  const who = shared ? 'public' : 'private';
  return immutable ? `${who}, max-age=31536000, immutable` : `${who}, no-cache`;
}

function setHeaders(file: FileResult, response: Response): void {
  response.setHeader('Cache-Control', cacheControl(file));
  if (file.shared === false) response.setHeader('Vary', 'Authorization');
  if (file.etag !== undefined) response.setHeader('ETag', `"${file.etag}"`);
  response.setHeader('Content-Type', file.contentType);
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  const type = inline.test(file.contentType) ? 'inline' : 'attachment';
  response.setHeader('Content-Disposition', contentDisposition(file.filename, { type }));
}

/** The bytes of a file. Throws when their number differs from the announced size, so that a client does not accept a damaged file as complete. */
async function* wholeBody({ body, size = Number.NaN }: FileResult): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of body) {
    sent += chunk.byteLength;
    if (sent > size) break;
    yield chunk;
  }
  if (sent < size || sent > size)
    throw new Error(`A file of ${size} bytes has another length where it is stored.`);
}

/**
 * Reads the first chunk, so that a file that cannot be opened fails while another response can still be sent. A body of one chunk is returned
 * as that chunk. This is not a generator, because one that is abandoned before its first step would not close the file.
 */
async function begun(
  chunks: AsyncGenerator<Uint8Array>,
  size: number | undefined,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const first = await chunks.next();
  if (first.done === true) return new Uint8Array();
  const read: IteratorResult<Uint8Array>[] = [first];
  if (first.value.byteLength === size) read.push(await chunks.next());
  if (read.at(-1)?.done === true) return first.value;
  const next = async (): Promise<IteratorResult<Uint8Array>> => read.shift() ?? chunks.next();
  return { [Symbol.asyncIterator]: () => ({ next, return: () => chunks.return(undefined) }) };
}

/** Sends a file with a strong validator: 304 for clients that have it already, and headers that keep browsers from executing it. */
export async function sendFile(
  file: FileResult,
  request: Request,
  response: Response,
): Promise<void> {
  const known =
    file.etag !== undefined && matches(request.headers['if-none-match'], `"${file.etag}"`);
  const bodiless = known || request.method === 'HEAD';
  const body = bodiless ? undefined : await begun(wholeBody(file), file.size);
  setHeaders(file, response);
  if (file.size !== undefined && !known) response.setHeader('Content-Length', file.size);
  if (body !== undefined && Symbol.asyncIterator in body)
    return pipeline(Readable.from(body, { objectMode: false }), response);
  response.status(known ? 304 : 200).end(body);
}
