import { inject, injectable } from 'tsyringe';
import { AttemptLimits, type Use } from '../limits/attempt-limits.js';
import { signInByAccount, signInByAccountAndAddress, signInByAddress } from '../limits/limits.js';
import { networkOf } from '../../contract/network.js';

/** The account and network address of a sign-in attempt; there is no address for calls from within this process. */
export interface Attempt {
  /** In the form of `emailKey`. */
  readonly account: string;
  readonly address: string | undefined;
}

const networkOfAttempt = ({ address }: Attempt): string =>
  address === undefined ? '' : networkOf(address);

const byAddress = (attempt: Attempt): readonly Use[] =>
  attempt.address === undefined ? [] : [[signInByAddress, networkOfAttempt(attempt)]];

const byAccountAndAddress = (attempt: Attempt): Use => [
  signInByAccountAndAddress,
  `${networkOfAttempt(attempt)} ${attempt.account}`,
];

const byAccount = ({ account }: Attempt): Use => [signInByAccount, account];

/** Limits guessing of passwords and codes, per account and per network address. */
@injectable()
export class SignInLimits {
  constructor(@inject(AttemptLimits) private readonly limits: AttemptLimits) {}

  /** Counts a sign-in attempt. Throws `too_many_attempts`, as the other methods do. */
  use(attempt: Attempt): Promise<void> {
    return this.limits.use(...byAddress(attempt), byAccountAndAddress(attempt), byAccount(attempt));
  }

  /** Counts an attempt to view a code. */
  useOfAddress(attempt: Attempt): Promise<void> {
    return this.limits.use(...byAddress(attempt));
  }

  /** Counts an attempt to give the account's password along with a code. */
  useOfAccount(attempt: Attempt): Promise<void> {
    return this.limits.use(byAccountAndAddress(attempt), byAccount(attempt));
  }

  /** Resets the counts after a successful sign-in. Call this last in a unit: it waits for concurrent sign-ins to the same account. */
  async succeeded(attempt: Attempt): Promise<void> {
    await this.limits.reset(byAccountAndAddress(attempt));
    await this.limits.giveBack(byAccount(attempt));
  }
}
