import { serviceKey } from 'svc-registry/kernel';

/** What a run will use of an organization's credits. */
export interface CreditRequest {
  readonly organizationId: string;
  /** Names the run, such as `review.run:<id>`: asking again for the same one answers the same reservation. */
  readonly reference: string;
  /** The most that the run may use; a whole number above 0. */
  readonly credits: number;
  /** What is not settled by then is free again: the deadline of the run. */
  readonly until: Date;
}

/**
 * Credits of organizations, for the modules whose runs use them. Server only. Every method joins the caller's unit of work, so that a run and its
 * reservation are written together or not at all. However many ask at once, what is reserved and used never exceeds what there is.
 */
export interface Credits {
  /** Throws `credits_exhausted`. */
  reserve(request: CreditRequest): Promise<void>;
  /** The run has ended and has used this much, at most what was reserved; 0 for a run that failed. Once: a second time changes nothing. */
  settle(reference: string, used: number): Promise<void>;
}

export const creditsKey = serviceKey<Credits>('billing.credits');

/** What plans allow. Server only. */
export interface Entitlements {
  /** Whether the organization may have what only paid plans have. */
  paid(organizationId: string): Promise<boolean>;
}

export const entitlementsKey = serviceKey<Entitlements>('billing.entitlements');
