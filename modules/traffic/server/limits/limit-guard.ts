import type { AnyOperation, CallGuard, GuardedCall } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { countersKey, type Count, type Counters } from './counters.js';
import { limitHeader, policyHeader } from './headers.js';
import { policiesKey, type Policies, type Policy } from './policies.js';
import { refusal } from './refusal.js';
import { hashOf, subjectOfAddress, subjectOfCaller } from './subject.js';

async function subjectOf({ per }: Policy, { caller, address, target }: GuardedCall): Promise<string | undefined> {
  if (per === 'address') return subjectOfAddress(address);
  if (per === 'workspace') return (await target())?.workspaceId;
  return subjectOfCaller({ caller, address });
}

/** Counts calls and refuses them. Calls from within this process, which have no address, count for their caller only. */
@injectable()
export class LimitGuard implements CallGuard {
  constructor(
    @inject(policiesKey) private readonly policies: Policies,
    @inject(countersKey) private readonly counters: Counters,
  ) {}

  guards(operation: AnyOperation): boolean {
    return this.policiesOf(operation).length > 0;
  }

  async around(call: GuardedCall, next: (call: GuardedCall) => Promise<unknown>): Promise<unknown> {
    const counts = await this.count(call);
    if (counts.length > 0) {
      call.request?.answerHeader?.('RateLimit-Policy', policyHeader(counts));
      call.request?.answerHeader?.('RateLimit', limitHeader(counts));
    }
    const refused = counts.filter((count) => count.refused);
    if (refused.length > 0) throw refusal(refused);
    return next(call);
  }

  private policiesOf({ limits = [] }: AnyOperation): readonly Policy[] {
    return limits.map((name) => this.policies.get(name)).filter((policy) => policy !== undefined);
  }

  private async count(call: GuardedCall): Promise<readonly Count[]> {
    const counts: Count[] = [];
    for (const policy of this.policiesOf(call.operation)) {
      const subject = await subjectOf(policy, call);
      const count = subject === undefined ? undefined : await this.counters.count(policy, hashOf(subject));
      if (count !== undefined) counts.push(count);
    }
    return counts;
  }
}
