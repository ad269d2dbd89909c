import { inject, injectable } from 'tsyringe';
import { AttemptLimits, type Use } from '../limits/attempt-limits.js';
import { signInByAccount, signInByAccountAndAddress, signInByAddress } from '../limits/limits.js';
import { networkOf } from '../../contract/network.js';

/** Who tries to sign in, and where from; without an address from within this process. */
export interface Attempt {
  /** As in `emailKey`. */
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

  /** Uses up one attempt. Throws `too_many_attempts`, as do the others. */
  use(attempt: Attempt): Promise<void> {
    const { place, pair, whole } = limitsOf(attempt);
    return this.limits.use(...place, pair, whole);
  }

  /** Uses up one attempt to show a code. */
  useOfAddress(attempt: Attempt): Promise<void> {
    return this.limits.use(...limitsOf(attempt).place);
  }

  /** Uses up one attempt to know the password of the account, beside the code. */
  useOfAccount(attempt: Attempt): Promise<void> {
    const { pair, whole } = limitsOf(attempt);
    return this.limits.use(pair, whole);
  }

  /** It was no guess. A unit calls this last: it waits for others who sign in to the same account. */
  async succeeded(attempt: Attempt): Promise<void> {
    const { pair, whole } = limitsOf(attempt);
    await this.limits.reset(pair);
    await this.limits.giveBack(whole);
  }
}
