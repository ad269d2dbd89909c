import { describe, expect, it } from '@jest/globals';
import { tooManyAttempts } from '../contract/errors.js';
import { AttemptLimiter } from './attempt-limiter.js';

function limiterAt(start: number) {
  const time = { now: start };
  const limiter = new AttemptLimiter({ attempts: 3, windowMs: 60_000 }, () => new Date(time.now));
  return { limiter, time };
}

function refusal(use: () => void): unknown {
  try {
    use();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('AttemptLimiter', () => {
  it('refuses the attempt after the last, and says how long', () => {
    const { limiter, time } = limiterAt(0);
    for (let attempt = 0; attempt < 3; attempt++) limiter.use('ann');
    time.now = 20_500;
    const error = refusal(() => {
      limiter.use('ann');
    });
    expect(tooManyAttempts.is(error)).toBe(true);
    expect(error).toMatchObject({ status: 429, details: { retryAfterSeconds: 40 } });
  });

  it('counts each key alone', () => {
    const { limiter } = limiterAt(0);
    for (let attempt = 0; attempt < 3; attempt++) limiter.use('ann');
    expect(
      refusal(() => {
        limiter.use('bob');
      }),
    ).toBeUndefined();
  });

  it('opens again when the window has passed, or after a reset', () => {
    const { limiter, time } = limiterAt(0);
    for (let attempt = 0; attempt < 3; attempt++) limiter.use('ann');
    time.now = 60_000;
    expect(
      refusal(() => {
        limiter.use('ann');
      }),
    ).toBeUndefined();
    limiter.use('ann');
    limiter.reset('ann');
    for (let attempt = 0; attempt < 3; attempt++)
      expect(
        refusal(() => {
          limiter.use('ann');
        }),
      ).toBeUndefined();
  });
});
