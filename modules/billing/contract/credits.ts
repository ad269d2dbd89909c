import { serviceKey, type SvcError } from 'svc-registry/kernel';

/** Credits that a run may use. */
export interface CreditRequest {
  readonly organizationId: string;
  /** Names the run, such as `review.run:<id>`: reserving for the same run again returns the same reservation. */
  readonly reference: string;
  /** The most that the run may use; a whole number above 0. */
  readonly credits: number;
  /** The deadline of the run: a reservation that is not settled by then is released. */
  readonly until: Date;
}

/**
 * Credits of organizations, for the modules whose runs use them. Server only. Every method joins the caller's unit of work, so that a run and its
 * reservation are written together or not at all. Reserved and used credits never exceed the limit, even under concurrent calls.
 */
export interface Credits {
  /** Throws `credits_exhausted`, which also ends the unit of work. */
  reserve(request: CreditRequest): Promise<void>;
  /** The same for work that is done without the run if need be: answers `credits_exhausted` instead of throwing it. */
  tryToReserve(request: CreditRequest): Promise<SvcError | undefined>;
  /** Charges an ended run for the credits it used, at most the reserved ones; 0 for a failed run. Repeating the call changes nothing. */
  settle(reference: string, used: number): Promise<void>;
}

export const creditsKey = serviceKey<Credits>('billing.credits');

/** Features that plans include. Server only. */
export interface Entitlements {
  /** Whether the organization may use the features of paid plans. */
  paid(organizationId: string): Promise<boolean>;
}

export const entitlementsKey = serviceKey<Entitlements>('billing.entitlements');
