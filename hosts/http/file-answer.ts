import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileResult } from 'svc-registry/kernel';
import { openedBody } from '../../toolbox/file-body.js';

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

/** Sends a file with a strong validator: 304 for clients that have it already, and headers that keep browsers from executing it. */
export async function sendFile(
  file: FileResult,
  request: Request,
  response: Response,
): Promise<void> {
  const known =
    file.etag !== undefined && matches(request.headers['if-none-match'], `"${file.etag}"`);
  const bodiless = known || request.method === 'HEAD';
  const body = bodiless ? undefined : await openedBody(file);
  setHeaders(file, response);
  if (file.size !== undefined && !known) response.setHeader('Content-Length', file.size);
  if (body !== undefined && Symbol.asyncIterator in body)
    return pipeline(Readable.from(body, { objectMode: false }), response);
  response.status(known ? 304 : 200).end(body);
}
