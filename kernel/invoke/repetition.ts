import { IDEMPOTENCY_HOLD_SECONDS, isSvcError } from '../api/index.js';

/** Milliseconds before a call whose connection broke is sent again. */
const AFTER_BREAKS: readonly number[] = [200, 1000, 3000];

/** How long, in milliseconds, a call waits for its first attempt: a moment longer than the server holds the key. */
const MOST_WAITING = (IDEMPOTENCY_HOLD_SECONDS + 5) * 1000;
const [SHORTEST_WAIT, LONGEST_WAIT] = [100, 10_000];

/** What says that the connection broke when the server may have got the request. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

function isBroken(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown; cause?: { code?: unknown } } };
  return [cause?.code, cause?.cause?.code].some((name) => BROKEN.has(String(name)));
}

/** Milliseconds that the server asks to wait for the first attempt; `undefined` when it says something else. */
function askedToWait(error: unknown): number | undefined {
  if (!isSvcError(error) || error.code !== 'request_in_progress') return undefined;
  const seconds = Number(error.details['retryAfterSeconds'] ?? 1);
  return Math.min(
    LONGEST_WAIT,
    Math.max(SHORTEST_WAIT, Number.isFinite(seconds) ? seconds * 1000 : 0),
  );
}

/** Decides when a call is sent again under its key: its answer was lost on the way, or its first attempt still goes on. */
export class Repetition {
  private readonly afterBreaks = [...AFTER_BREAKS];
  private waited = 0;

  /** Milliseconds until it is sent again; `undefined` when this error is the answer. */
  pauseAfter(error: unknown): number | undefined {
    const ms = askedToWait(error);
    if (ms === undefined) return isBroken(error) ? this.afterBreaks.shift() : undefined;
    if (this.waited >= MOST_WAITING) return undefined;
    this.waited += ms;
    return ms;
  }
}
