import type { Response } from 'express';

export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly type?: string;
}

/** Sends a JSON document. Responses may be personal, so caches must not store them unless the handler allows it. */
export function sendJson(
  response: Response,
  { status, body, type = 'application/json' }: JsonAnswer,
): void {
  const text = JSON.stringify(body);
  response.statusCode = status;
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  // a string, because node then sends head and body in one write
  response.end(text);
}
