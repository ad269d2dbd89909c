import type { Request, Response } from 'express';
import {
  buildExtension,
  refusalGuardsPoint,
  type Caller,
  type RefusalGuard,
  type SvcError,
} from 'svc-registry/kernel';
import { contained, type Containment } from './contained.js';
import { clientAddress } from './request-facts.js';

/** Calls the guards that count refused requests. */
export class Refusals {
  private readonly guards: Promise<readonly RefusalGuard[]>;

  constructor(parts: Containment) {
    const build = parts.kernel.extensions
      .of(refusalGuardsPoint)
      .map((extension) =>
        contained(parts, extension, () => buildExtension<RefusalGuard>(extension)),
      );
    this.guards = Promise.all(build).then((guards) =>
      guards.filter((guard) => guard !== undefined),
    );
    this.guards.catch(() => undefined); // `admit` reports the failure with each request
  }

  /** Throws when the caller, or their network address, has been refused too often. */
  async admit(request: Request, response: Response, caller: Caller): Promise<void> {
    response.locals['caller'] = caller;
    for (const guard of await this.guards)
      await guard.admit({ address: clientAddress(request), caller });
  }

  /** Counts a refused request. Answers the error to send. */
  async refused(error: SvcError, request: Request, response: Response): Promise<SvcError> {
    const caller = response.locals['caller'] as Caller | undefined;
    let sent = error;
    // guards that cannot be built have made `admit` fail already
    for (const guard of await this.guards.catch(() => []))
      sent = await guard.refused(sent, { address: clientAddress(request), caller });
    return sent;
  }
}
