import {
  hostKey,
  type AnyOperation,
  type CallGuard,
  type GuardedCall,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { Counters, type Count } from './counters.js';
import { policiesKey, type Policies, type Policy } from './policies.js';
import { refusal } from './refusal.js';
import { subjectOfAddress, subjectOfCaller } from './subject.js';

async function subjectOf(
  { per }: Policy,
  { caller, address, target }: GuardedCall,
): Promise<string | undefined> {
  if (per === 'address') return subjectOfAddress(address);
  if (per === 'workspace') return (await target())?.workspaceId;
  return subjectOfCaller({ caller, address });
}

/** `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers: lists of strings with parameters (RFC 9651). */
const policyHeader = (counts: readonly Count[]): string =>
  counts
    .map(
      ({ policy: { name, unit, quota, seconds } }) =>
        `"${name}";q=${quota}${unit === 'requests' ? '' : `;qu="${unit}"`};w=${seconds}`,
    )
    .join(', ');

const limitHeader = (counts: readonly Count[]): string =>
  counts
    .map(({ policy: { name }, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`)
    .join(', ');

/** Counts calls and refuses them. Calls from within this process have no address and count for their caller only. */
@injectable()
export class LimitGuard implements CallGuard {
  /** Working time is counted in memory on each server. It is known only after the call, and a statement would cost more than many calls. */
  private readonly times: Counters;

  constructor(
    @inject(policiesKey) private readonly policies: Policies,
    @inject(Counters) private readonly requests: Counters,
    @inject(hostKey) host: HostInfo,
  ) {
    this.times = new Counters(undefined, host);
  }

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
    try {
      return await next(call);
    } finally {
      await this.countTime(call);
    }
  }

  private policiesOf({ limits = [] }: AnyOperation): readonly Policy[] {
    return limits.map((name) => this.policies.get(name)).filter((policy) => policy !== undefined);
  }

  private async count(call: GuardedCall): Promise<readonly Count[]> {
    const counts: Count[] = [];
    for (const policy of this.policiesOf(call.operation)) {
      const subject = await subjectOf(policy, call);
      const count = subject === undefined ? undefined : await this.countOne(policy, subject);
      if (count !== undefined) counts.push(count);
    }
    return counts;
  }

  private async countOne(policy: Policy, subject: string): Promise<Count | undefined> {
    if (policy.unit === 'requests') return this.requests.count(policy, subject);
    const unused = { policy, refused: false, remaining: policy.quota, reset: policy.seconds };
    return (await this.times.peek(policy, subject)) ?? unused;
  }

  private async countTime(call: GuardedCall): Promise<void> {
    const { spent = 0 } = call.seen;
    if (spent === 0) return;
    for (const policy of this.policiesOf(call.operation)) {
      if (policy.unit === 'requests') continue;
      const subject = await subjectOf(policy, call);
      if (subject !== undefined) await this.times.count(policy, subject, Math.ceil(spent));
    }
  }
}
