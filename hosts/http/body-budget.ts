import type { Request } from 'express';
import type { SvcError } from 'svc-registry/kernel';
import { receivingTooMuch } from '../module/contract/errors.js';

const KB = 1024;
const MB = 1024 * KB;
/** Bytes of each body that are not counted: the limit on connections bounds their sum, and a sign-in must not need the budget. */
const SMALL = 16 * KB;
const RETRY_AFTER = 5;

/** Limits the bytes of all request bodies in memory. Only received bytes count: an announced Content-Length reserves nothing. */
export class BodyBudget {
  private held = 0;

  constructor(
    private readonly most: number,
    private readonly small = SMALL,
  ) {}

  /**
   * Counts a request's body until its response has ended. Returns a function that counts received bytes and answers `receiving_too_much` when
   * the budget is exhausted.
   */
  of(request: Request): (bytes: number) => SvcError | undefined {
    let [received, counted] = [0, 0];
    request.res?.once('close', () => (this.held -= counted));
    return (bytes) => {
      const more = Math.max(0, received + bytes - this.small) - counted;
      if (this.held + more > this.most)
        return receivingTooMuch(undefined, { details: { retryAfterSeconds: RETRY_AFTER } });
      // the client is gone: no `close` event will follow that would release the bytes
      if (request.res?.closed !== false) return undefined;
      received += bytes;
      counted += more;
      this.held += more;
      return undefined;
    };
  }
}

/** Shared by all servers of this process, since they share its memory. Room for two archives of the largest size, and for smaller bodies besides. */
export const bodies = new BodyBudget(96 * MB);

/** A separate budget for anonymous callers, so that they cannot use up that of authenticated ones. */
export const strangersBodies = new BodyBudget(16 * MB);
