import { IDEMPOTENCY_HOLD_SECONDS, isSvcError } from '../api/index.js';

/** Milliseconds before a call is repeated after its connection broke. */
const AFTER_BREAKS: readonly number[] = [200, 1000, 3000];

/** Milliseconds that a call waits for its first attempt: slightly longer than the server reserves the key. */
const MOST_WAITING = (IDEMPOTENCY_HOLD_SECONDS + 5) * 1000;
const [SHORTEST_WAIT, LONGEST_WAIT] = [100, 10_000];

/** Codes of a connection that broke when the server may have received the request. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

function isBroken(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown; cause?: { code?: unknown } } };
  return [cause?.code, cause?.cause?.code].some((name) => BROKEN.has(String(name)));
}

/** Milliseconds that the server asks to wait for the first attempt; `undefined` for any other error. */
function askedToWait(error: unknown): number | undefined {
  if (!isSvcError(error) || error.code !== 'request_in_progress') return undefined;
  const seconds = Number(error.details['retryAfterSeconds'] ?? 1);
  return Math.min(
    LONGEST_WAIT,
    Math.max(SHORTEST_WAIT, Number.isFinite(seconds) ? seconds * 1000 : 0),
  );
}

/** Decides when a call is repeated with its key: after its answer was lost, or while its first attempt is still running. */
export class Repetition {
  private readonly afterBreaks = [...AFTER_BREAKS];
  private waited = 0;

  /** Milliseconds until the call is repeated; `undefined` when the error is final. */
  pauseAfter(error: unknown): number | undefined {
    const ms = askedToWait(error);
    if (ms === undefined) return isBroken(error) ? this.afterBreaks.shift() : undefined;
    if (this.waited >= MOST_WAITING) return undefined;
    this.waited += ms;
    return ms;
  }
}
