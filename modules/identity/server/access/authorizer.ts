import { inject, injectable } from 'tsyringe';
import type { Authorizer, Caller, Decision, Located } from 'svc-registry/kernel';
import { Decisions } from './decisions.js';
import { Principals } from './principals.js';

/** Authenticates callers by their tokens and decides by the roles they had when the call arrived. */
@injectable()
export class MembershipAuthorizer implements Authorizer {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(Decisions) private readonly decisions: Decisions,
  ) {}

  authenticate(token: string | undefined): Promise<Caller> {
    return this.principals.authenticate(token);
  }

  remedy(caller: Caller, permission: string, object: Located): string {
    return this.decisions.remedy(caller, permission, object);
  }

  async decide(caller: Caller, permission: string, object: Located): Promise<Decision> {
    return this.decisions.decide(await this.principals.of(caller), permission, object);
  }
}
