import { contribute, rateLimitsPoint } from 'svc-registry/kernel';

/** The most schedules that one `svc.json` may have. */
export const MOST_ENTRIES = 500;

/** What an entry of `schedules` in `svc.json` may be called. */
export const scheduleKey = {
  form: /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/,
  message: '$property must be 1 to 64 lower-case letters and digits, with single hyphens between',
};

export const limits = [
  contribute(rateLimitsPoint, 'schedule', {
    summary: 'Creating, triggering and synchronizing schedules',
    per: 'caller',
    requests: 300,
    seconds: 3600,
  }),
];
