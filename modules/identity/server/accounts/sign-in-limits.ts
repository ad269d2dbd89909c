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

function limitsOf({ account, address }: Attempt): {
  readonly place: readonly Use[];
  readonly pair: Use;
  readonly whole: Use;
} {
  const network = address === undefined ? '' : networkOf(address);
  const place: readonly Use[] = address === undefined ? [] : [[signInByAddress, network]];
  return {
    place,
    pair: [signInByAccountAndAddress, `${network} ${account}`],
    whole: [signInByAccount, account],
  };
}

/** Limits guessing of passwords and codes, per account and per network address. */
@injectable()
export class SignInLimits {
  constructor(@inject(AttemptLimits) private readonly limits: AttemptLimits) {}

  /** Counts a sign-in attempt. Throws `too_many_attempts`, as the other methods do. */
  use(attempt: Attempt): Promise<void> {
    const { place, pair, whole } = limitsOf(attempt);
    return this.limits.use(...place, pair, whole);
  }

  /** Counts an attempt to view a code. */
  useOfAddress(attempt: Attempt): Promise<void> {
    return this.limits.use(...limitsOf(attempt).place);
  }

  /** Counts an attempt to give the account's password along with a code. */
  useOfAccount(attempt: Attempt): Promise<void> {
    const { pair, whole } = limitsOf(attempt);
    return this.limits.use(pair, whole);
  }

  /** Resets the counts after a successful sign-in. Call this last in a unit: it waits for concurrent sign-ins to the same account. */
  async succeeded(attempt: Attempt): Promise<void> {
    const { pair, whole } = limitsOf(attempt);
    await this.limits.reset(pair);
    await this.limits.giveBack(whole);
  }
}
