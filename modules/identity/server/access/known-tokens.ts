import { inject, injectable } from 'tsyringe';
import { hostKey, serviceKey, type Caller, type HostInfo } from 'svc-registry/kernel';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';

/** What a look-up of a token has found. */
export interface Known {
  readonly caller: Caller;
  /** When the token ends; `undefined` for never. */
  readonly endsAt: Date | undefined;
}

interface Entry {
  /** The look-up until it has ended, as nothing that is waited for is as quick as what is there. */
  caller: Caller | Promise<Caller>;
  until: number;
}

/** Rights that were taken away on another server of the same database are held for as long as this, and no longer. */
const KEPT_MS = 5000;

/** Of a few hundred bytes each. */
const MOST = 10_000;

/**
 * Statements on tables of this module that take nothing away from anybody, and come often. Whatever else is written there counts: to forget
 * once too often costs a statement, once too rarely leaves somebody in.
 */
const HARMLESS =
  /^\s*(UPDATE "identity_sessions" SET "last_used_at" = \S+ WHERE|\w+ (INTO |FROM )?"?identity_(attempts|device_sign_ins)\b)/;

function changesRights(statement: string): boolean {
  return statement.includes('identity_') && !HARMLESS.test(statement);
}

/**
 * Who holds a token, for the calls of the next five seconds. It is looked up once however many ask at a time, and forgotten as soon as this server
 * has changed anything that it may have been read from: also a look-up that has not ended. What does not work is looked up anew each time.
 */
@injectable()
export class KnownTokens {
  private readonly entries = new Map<string, Entry>();
  /** When somebody asked last. */
  private latest = 0;

  constructor(
    @inject(unitOfWorkKey) unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {
    unitOfWork.watch(changesRights, () => {
      this.entries.clear();
    });
  }

  /** Throws what `lookUp` throws. */
  caller(tokenHash: string, lookUp: () => Promise<Known>): Caller | Promise<Caller> {
    const now = this.host.clock().getTime();
    // the clock was set back: how old what is known is nobody knows any more
    if (now < this.latest) this.entries.clear();
    this.latest = now;
    const entry = this.entries.get(tokenHash);
    return entry !== undefined && now < entry.until ? entry.caller : this.begin(tokenHash, lookUp, now);
  }

  private begin(tokenHash: string, lookUp: () => Promise<Known>, now: number): Promise<Caller> {
    const finding = lookUp().then(
      ({ caller, endsAt }) => {
        entry.until = Math.min(entry.until, endsAt?.getTime() ?? entry.until);
        return (entry.caller = caller);
      },
      (error: unknown) => {
        if (this.entries.get(tokenHash) === entry) this.entries.delete(tokenHash);
        throw error;
      },
    );
    const entry: Entry = { caller: finding, until: now + KEPT_MS };
    this.makeRoom(now);
    this.entries.delete(tokenHash);
    this.entries.set(tokenHash, entry);
    return finding;
  }

  /** The oldest come first. */
  private makeRoom(now: number): void {
    for (const [tokenHash, { until }] of this.entries) {
      if (now < until && this.entries.size < MOST) return;
      this.entries.delete(tokenHash);
    }
  }
}

export const knownTokensKey = serviceKey<KnownTokens>('identity.knownTokens');
