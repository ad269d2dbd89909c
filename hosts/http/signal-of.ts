import type { Response } from 'express';

/** A signal that aborts when the client disconnects before its response is complete. */
export function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
