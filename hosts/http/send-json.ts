import type { Response } from 'express';

export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly type?: string;
}

/** Writes a JSON document. Answers are personal unless their handler says otherwise, so nobody keeps them. */
export function sendJson(
  response: Response,
  { status, body, type = 'application/json' }: JsonAnswer,
): void {
  const text = JSON.stringify(body);
  response.statusCode = status;
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  // as text, so that node sends head and body in one piece
  response.end(text);
}
