import { defineError, ExitCode } from 'svc-registry/kernel';

/** Called more often than a limit allows. `violated-policies` names the limits, `retryAfterSeconds` says when the next window begins. */
export const quotaExceeded = defineError<{ policy: string; requests: number; window: number; seconds: number }>({
  code: 'quota_exceeded',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Too many requests',
  message: ({ policy, requests, window, seconds }) =>
    `More than ${requests} requests in ${window} seconds: the limit "${policy}" allows the next one in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  hint: () => 'Wait, and ask for more at once. Who runs the server sets its limits by SVC_RATE_LIMITS.',
});
