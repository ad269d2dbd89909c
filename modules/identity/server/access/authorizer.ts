import { inject, injectable } from 'tsyringe';
import type { Authorizer, Caller, Decision, Located } from 'svc-registry/kernel';
import { decisionsKey, type Decisions } from './decisions.js';
import { principalsKey, type Principals } from './principals.js';

/** Knows callers by their tokens, and decides from what they held when the call came in. */
@injectable()
export class MembershipAuthorizer implements Authorizer {
  constructor(
    @inject(principalsKey) private readonly principals: Principals,
    @inject(decisionsKey) private readonly decisions: Decisions,
  ) {}

  authenticate(token: string | undefined): Promise<Caller> {
    return this.principals.authenticate(token);
  }

  async decide(caller: Caller, permission: string, object: Located): Promise<Decision> {
    return this.decisions.decide(await this.principals.of(caller), permission, object);
  }
}
