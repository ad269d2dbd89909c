import { inject, injectable } from 'tsyringe';
import { hostKey, serviceKey, type HostInfo } from 'svc-registry/kernel';
import { AttemptLimiter } from '../attempt-limiter.js';

const WINDOW_MS = 15 * 60 * 1000;
const PER_ACCOUNT = 10;
/** Many people may share one address. */
const PER_ADDRESS = 100;

/** Limits guessing of passwords and codes, per account and per network address. */
@injectable()
export class SignInLimits {
  private readonly accounts: AttemptLimiter;
  private readonly addresses: AttemptLimiter;

  constructor(@inject(hostKey) { clock }: HostInfo) {
    this.accounts = new AttemptLimiter({ attempts: PER_ACCOUNT, windowMs: WINDOW_MS }, clock);
    this.addresses = new AttemptLimiter({ attempts: PER_ADDRESS, windowMs: WINDOW_MS }, clock);
  }

  /** Uses up one attempt. Throws `too_many_attempts`. */
  use(account: string, address: string | undefined): void {
    if (address !== undefined) this.addresses.use(address);
    this.accounts.use(account);
  }

  succeeded(account: string): void {
    this.accounts.reset(account);
  }
}

export const signInLimitsKey = serviceKey<SignInLimits>('identity.signInLimits');
