import { inject, injectable } from 'tsyringe';
import { serviceKey } from 'svc-registry/kernel';
import { attemptLimitsKey, type AttemptLimits } from '../limits/attempt-limits.js';
import { signInByAccount, signInByAddress } from '../limits/limits.js';
import { networkOf } from '../limits/network.js';

/** Limits guessing of passwords and codes, per account and per network address. */
@injectable()
export class SignInLimits {
  constructor(@inject(attemptLimitsKey) private readonly limits: AttemptLimits) {}

  /** Uses up one attempt. Throws `too_many_attempts`. */
  async use(account: string, address: string | undefined): Promise<void> {
    // first, so that a refused address leaves no traces of the accounts that it tries
    if (address !== undefined) await this.limits.use(signInByAddress, networkOf(address));
    await this.limits.use(signInByAccount, account);
  }

  succeeded(account: string): Promise<void> {
    return this.limits.reset(signInByAccount, account);
  }
}

export const signInLimitsKey = serviceKey<SignInLimits>('identity.signInLimits');
