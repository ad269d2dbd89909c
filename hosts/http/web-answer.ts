import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { pipeline } from 'node:stream/promises';

export interface Sides {
  readonly request: ExpressRequest;
  readonly response: ExpressResponse;
}

/** When an answer ends before its body does. */
interface Ends {
  /** The client is gone. */
  readonly closed: AbortSignal;
  /** The server stops. */
  readonly stopping: AbortSignal;
}

/** The parts of a body. When one of the signals aborts it ends as if it were complete, also while it waits for its next part. */
async function* partsUntil(
  signals: readonly AbortSignal[],
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const end = (): void => {
    // the handler's own clean-up has failed: nothing of the answer is left that could tell
    reader.cancel().catch(() => undefined);
  };
  for (const signal of signals) signal.addEventListener('abort', end);
  try {
    if (signals.some(({ aborted }) => aborted)) end();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', end);
    end();
  }
}

/** A stream of events that a client listens to lasts as long as both sides do; any other answer is finished before the server stops. */
const lastsForever = ({ headers }: Response, { method }: ExpressRequest): boolean =>
  method === 'GET' && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');

/** Sends what a handler has answered. */
export async function sendAnswer(
  answer: Response,
  { request, response }: Sides,
  { closed, stopping }: Ends,
): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers)
    if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  const { body } = answer;
  if (body === null || request.method === 'HEAD') {
    await body?.cancel();
    response.end();
    return;
  }
  const endless = lastsForever(answer, request);
  // the first event may come much later
  if (endless) response.flushHeaders();
  await pipeline(partsUntil(endless ? [closed, stopping] : [closed], body), response);
}
