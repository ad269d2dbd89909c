import { inject, injectable } from 'tsyringe';
import { serviceKey } from 'svc-registry/kernel';
import { attemptLimitsKey, type AttemptLimits } from '../limits/attempt-limits.js';
import { signInByAccount, signInByAccountAndAddress, signInByAddress } from '../limits/limits.js';
import { networkOf } from '../limits/network.js';

/** Who tries to sign in, and where from; without an address from within this process. */
interface Attempt {
  /** As in `emailKey`. */
  readonly account: string;
  readonly address: string | undefined;
}

const network = ({ address }: Attempt): string => (address === undefined ? '' : networkOf(address));
const pair = (attempt: Attempt): string => `${network(attempt)} ${attempt.account}`;

/** Limits guessing of passwords and codes, per account and per network address. */
@injectable()
export class SignInLimits {
  constructor(@inject(attemptLimitsKey) private readonly limits: AttemptLimits) {}

  /** Uses up one attempt. Throws `too_many_attempts`. */
  async use(attempt: Attempt): Promise<void> {
    // the narrow ones first, so that what they refuse uses up nothing of what others share
    if (attempt.address !== undefined) await this.limits.use(signInByAddress, network(attempt));
    await this.limits.use(signInByAccountAndAddress, pair(attempt));
    await this.limits.use(signInByAccount, attempt.account);
  }

  /** It was no guess. In a unit that holds the account: after that, because all others do so, too. */
  async succeeded(attempt: Attempt): Promise<void> {
    await this.limits.reset(signInByAccountAndAddress, pair(attempt));
    await this.limits.giveBack(signInByAccount, attempt.account);
  }
}

export const signInLimitsKey = serviceKey<SignInLimits>('identity.signInLimits');
