import type { Request } from 'express';
import { invalidInput } from 'svc-registry/kernel';
import { codeOf } from '../../toolbox/file-errors.js';
import { bodyNotReceived, bodyTooLarge, unsupportedBody } from '../module/contract/errors.js';
import { bodies, type BodyBudget } from './body-budget.js';

/** An archive of 32 MB, plus overhead of the transfer. The module that owns the format enforces its exact limit. */
const UPLOAD_LIMIT = 33 * 1024 * 1024;
const IDLE_SECONDS = 30;

export interface BodyLimits {
  readonly bytes: number;
  readonly budget: BodyBudget;
  /** Seconds within which the next bytes have to arrive. */
  readonly seconds: number;
}

/**
 * Waits for data from the client for up to `seconds`, then fails with `body_not_received`. The connection stays open, so that the client gets
 * that answer.
 */
export function inTime<T>(arrival: Promise<T>, seconds: number): Promise<T> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => {
      failed(bodyNotReceived({ seconds }));
    }, seconds * 1000);
    void arrival.then(done, failed).then(() => {
      clearTimeout(timer);
    });
  });
}

async function* received(
  request: Request,
  { bytes, budget, seconds }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  // the response still needs the socket when the reader stops early
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncGenerator<Uint8Array>;
  const arriving = {
    next: () => inTime(chunks.next(), seconds),
    return: () => chunks.return(undefined),
  };
  const count = budget.of(request);
  let size = 0;
  try {
    for await (const chunk of { [Symbol.asyncIterator]: () => arriving }) {
      size += chunk.length;
      if (size > bytes) throw bodyTooLarge({ limit: bytes });
      const full = count(chunk.length);
      if (full !== undefined) throw full;
      yield chunk;
    }
  } catch (error) {
    if (codeOf(error) !== 'ECONNRESET') throw error;
    throw invalidInput({ what: 'The request ended before its body was complete.' });
  }
}

/** The request's body as it arrives. Fails when it grows too large or stalls, or when the bodies of all requests together exceed the budget. */
export function receiveBody(request: Request, limits: BodyLimits): AsyncIterable<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes)
    throw bodyTooLarge({ limit: limits.bytes });
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw unsupportedBody({ what: `The Content-Encoding "${encoding}" is not accepted.` });
  return received(request, limits);
}

export const receiveUpload = (
  request: Request,
  seconds = IDLE_SECONDS,
): AsyncIterable<Uint8Array> =>
  receiveBody(request, { bytes: UPLOAD_LIMIT, budget: bodies, seconds });
