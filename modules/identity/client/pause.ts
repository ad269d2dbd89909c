import { setTimeout } from 'node:timers/promises';
import { serviceKey } from 'svc-registry/kernel';

/** Resolves after so many milliseconds; fails as soon as the signal aborts. Tests pass their own. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const pauseKey = serviceKey<Pause>('identity.pause');

export const pause: Pause = (ms, signal) => setTimeout(ms, undefined, { signal });
