import { create as contentDisposition } from 'content-disposition';
import type { FileResult } from 'svc-registry/kernel';
import { openedBody } from '../../../toolbox/file-body.js';
import { pageResponse } from './page-response.js';

/** A file that the browser offers to keep, and never shows as a page of this server. */
export async function fileResponse(
  file: FileResult,
  cookies: readonly string[],
): Promise<Response> {
  const body = await openedBody(file);
  return pageResponse({
    status: 200,
    body: Symbol.asyncIterator in body ? ReadableStream.from(body) : new Uint8Array(body),
    headers: {
      'Content-Type': file.contentType,
      'Content-Disposition': contentDisposition(file.filename, { type: 'attachment' }),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      ...(file.size !== undefined && { 'Content-Length': String(file.size) }),
    },
    cookies,
  });
}
