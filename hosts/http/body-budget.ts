import type { Request } from 'express';
import type { SvcError } from 'svc-registry/kernel';
import { receivingTooMuch } from '../module/contract/errors.js';

const KB = 1024;
const MB = 1024 * KB;
/** Bytes of each body that the budget does not count: the number of connections bounds them, and a sign-in fits in them. */
const SMALL = 16 * KB;
const RETRY_AFTER = 5;

/** Keeps the bodies that are in memory at once within a number of bytes. A length that is announced and does not arrive takes no room from others. */
export class BodyBudget {
  private held = 0;

  constructor(
    private readonly most: number,
    private readonly small = SMALL,
  ) {}

  /** Counts what comes with a request, until its answer has ended. The function that it answers gives `receiving_too_much` when there is no room. */
  of(request: Request): (bytes: number) => SvcError | undefined {
    let [received, counted] = [0, 0];
    request.res?.once('close', () => (this.held -= counted));
    return (bytes) => {
      const more = Math.max(0, received + bytes - this.small) - counted;
      if (this.held + more > this.most)
        return receivingTooMuch(undefined, { details: { retryAfterSeconds: RETRY_AFTER } });
      // the client is gone, and no event will follow
      if (request.res?.closed !== false) return undefined;
      received += bytes;
      counted += more;
      this.held += more;
      return undefined;
    };
  }
}

/** Of this process: memory is one, whichever server of it reads. Two archives of the largest size, and room for what else comes meanwhile. */
export const bodies = new BodyBudget(96 * MB);

/** A budget of their own, so that strangers leave room for those who are known. */
export const strangersBodies = new BodyBudget(16 * MB);
