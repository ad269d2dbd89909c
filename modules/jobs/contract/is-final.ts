import { ExitCode, isSvcError } from 'svc-registry/kernel';

/** Whether a retry is useless, because the error reports a wrong request instead of an outage or a bug. */
export function isFinal(error: unknown): boolean {
  return isSvcError(error) && error.exit !== ExitCode.unavailable && error.exit !== ExitCode.bug;
}
