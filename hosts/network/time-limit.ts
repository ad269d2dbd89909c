import { invalidInput } from 'svc-registry/kernel';

/** A day; a timer that is set for more than 24 days would fire immediately. */
const MOST = 86_400;

/** Parses the value of `SVC_HTTP_TIMEOUT`, in seconds. */
export function timeLimitOf(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= MOST) return seconds;
  throw invalidInput({
    what: `SVC_HTTP_TIMEOUT is "${text}", but must be a number of seconds above 0, and ${MOST} at most.`,
    hint: 'Without it, a server has 30 seconds to begin its answer.',
  });
}
