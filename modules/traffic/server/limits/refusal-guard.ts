import {
  hostKey,
  invalidInput,
  type HostInfo,
  type RefusalGuard,
  type Sender,
  type SvcError,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { refusedTooOften } from '../../contract/errors.js';
import { REFUSED } from '../../contract/limits.js';
import { Counters } from './counters.js';
import { policiesKey, type Policies, type Policy } from './policies.js';
import { refusal } from './refusal.js';
import { subjectOfCaller } from './subject.js';

/** 404 and 409 do not count, because programs receive them in normal use. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 408, 413, 415]);

const isRefused = (error: SvcError): boolean =>
  REFUSALS.has(error.status) || invalidInput.is(error);

/**
 * Counts refused requests, always in memory, because a statement for each would cost more than the refusal.
 * Authenticated callers are counted separately, so that no caller is locked out because of others at the same address.
 */
@injectable()
export class RefusedRequests implements RefusalGuard {
  private readonly policy: Policy | undefined;
  private readonly counters: Counters;
  /** True until the first refusal; until then no look-up is needed. */
  private idle = true;

  constructor(@inject(policiesKey) policies: Policies, @inject(hostKey) host: HostInfo) {
    this.policy = policies.get(REFUSED);
    this.counters = new Counters(undefined, host);
  }

  async admit(sender: Sender): Promise<void> {
    const subject = this.idle ? undefined : subjectOfCaller(sender);
    if (subject === undefined || this.policy === undefined) return;
    const count = await this.counters.peek(this.policy, subject);
    if (count?.refused === true) throw refusal([count], refusedTooOften);
  }

  async refused(error: SvcError, sender: Sender): Promise<SvcError> {
    const subject = isRefused(error) ? subjectOfCaller(sender) : undefined;
    if (subject === undefined || this.policy === undefined) return error;
    this.idle = false;
    const count = await this.counters.count(this.policy, subject);
    return count?.refused === true ? refusal([count], refusedTooOften) : error;
  }
}
