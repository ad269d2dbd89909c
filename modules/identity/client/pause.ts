import { setTimeout } from 'node:timers/promises';
import { serviceKey } from 'svc-registry/kernel';

/** Resolves after `ms` milliseconds; rejects as soon as the signal aborts. Replaced in tests. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const pauseKey = serviceKey<Pause>('identity.pause');

export const pause: Pause = (ms, signal) => setTimeout(ms, undefined, { signal });
