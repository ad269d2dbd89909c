import type { Request as ExpressRequest } from 'express';
import { readWebBody } from './json-body.js';
import { requestUrl } from './request-facts.js';

/** Bytes that a body may have when the handler does not say how many: a page's form. */
const BODY_BYTES = 64 * 1024;

interface WebRequestOptions {
  readonly publicUrl: string | undefined;
  readonly signal: AbortSignal;
  readonly bodyBytes: number | undefined;
}

/** A request as one handler sees it. Its body is received when the handler reads it. */
export class WebRequest {
  /** Why the body was not received; `undefined` when it was, or was not read. */
  bodyError: Error | undefined;
  readonly request: Request;

  constructor(
    private readonly source: ExpressRequest,
    { publicUrl, signal, bodyBytes = BODY_BYTES }: WebRequestOptions,
  ) {
    const { method, headersDistinct } = source;
    const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const hasBody = method !== 'GET' && method !== 'HEAD';
    this.request = new Request(requestUrl(source, publicUrl), {
      method,
      headers,
      signal,
      ...(hasBody && { body: ReadableStream.from(this.receive(bodyBytes)), duplex: 'half' }),
    });
  }

  private async *receive(bytes: number): AsyncGenerator<Uint8Array> {
    try {
      const body = await readWebBody(this.source, { bytes });
      if (body !== undefined) yield body;
    } catch (error) {
      this.bodyError = error as Error;
      throw error;
    }
  }
}
