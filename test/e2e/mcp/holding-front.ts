import { frontBefore } from '../../network/front.js';
import type { Listening } from '../../network/listening.js';

/** Stands before a registry; requests that match `held` get no answer for as long as it is set. */
export class HoldingFront {
  held: RegExp | undefined;
  /** Requests that were held, as `GET /path`. */
  readonly stopped: string[] = [];

  static async before(upstream: string): Promise<HoldingFront & Listening> {
    const holding = new HoldingFront();
    const front = await frontBefore(upstream, ({ what, passOn }) => {
      if (holding.held?.test(what) === true) holding.stopped.push(what);
      else passOn();
    });
    return Object.assign(holding, front);
  }
}
