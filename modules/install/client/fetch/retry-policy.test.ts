import { describe, expect, it } from '@jest/globals';
import { serverUnreachable, SvcError } from 'svc-registry/kernel';
import { testContext } from '../testing/test-context.js';
import { MAX_WAIT_SECONDS, RetryPolicy, type Wait } from './retry-policy.js';

const busy = (retryAfterSeconds: unknown, status = 429): SvcError =>
  new SvcError({
    code: 'busy',
    status,
    exit: 6,
    title: 'Busy',
    message: 'Too much to do.',
    details: { retryAfterSeconds },
  });

/** A clock that goes on when somebody waits. */
function retryPolicy(wait?: Wait) {
  const context = testContext('/');
  const waits: number[] = [];
  const clock: Wait = (ms) => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { context, waits, policy: new RetryPolicy(context, wait ?? clock) };
}

/** Fails so often, then answers. */
const failing = (times: number, error: () => Error) => {
  let calls = 0;
  return () => (calls++ < times ? Promise.reject(error()) : Promise.resolve(calls));
};

describe('a registry that is busy', () => {
  it.each([429, 503])('and answers %i is asked again when it says so', async (status) => {
    const { policy, waits, context } = retryPolicy();
    expect(await policy.run(failing(2, () => busy(3, status)))).toBe(3);
    expect(waits).toEqual([3000, 3000]);
    expect(context.notes).toEqual(Array(2).fill('The registry is busy; retrying in 3 s.'));
  });

  it('for no time at all is not asked without a pause', async () => {
    const { policy, waits } = retryPolicy();
    await expect(policy.run(failing(99, () => busy(0)))).rejects.toMatchObject({ code: 'busy' });
    expect(waits).toEqual([1000, 1000, 1000]);
  });

  it('for longer than anybody waits is not waited for, and its hint says when to come again', async () => {
    const { policy, waits } = retryPolicy();
    await expect(policy.run(failing(1, () => busy(MAX_WAIT_SECONDS + 1)))).rejects.toMatchObject({
      message: 'Too much to do.',
      hint: 'The registry is busy; run the command again in 61 s.',
    });
    expect(waits).toEqual([]);
  });

  it('again and again uses up the waiting time of the whole command', async () => {
    const { policy, waits } = retryPolicy();
    await policy.run(failing(2, () => busy(MAX_WAIT_SECONDS / 2)));
    await expect(policy.run(failing(1, () => busy(1)))).rejects.toMatchObject({ code: 'busy' });
    expect(waits).toEqual([30_000, 30_000]);
  });

  it('makes many calls wait once', async () => {
    let go: () => void = () => undefined;
    const { policy, context } = retryPolicy(() => new Promise((resolve) => (go = resolve)));
    const calls = Array.from({ length: 5 }, () => policy.run(failing(1, () => busy(40))));
    await Promise.resolve().then(() => undefined);
    go();
    expect(await Promise.all(calls)).toEqual([2, 2, 2, 2, 2]);
    expect(context.notes).toHaveLength(1);
  });

  it.each([
    ['does not say for how long', serverUnreachable({ url: 'http://x', why: 'no' })],
    ['says nonsense', busy('soon')],
    ['failed in another way', busy(1, 500)],
  ])('and %s is not asked again', async (_what, error) => {
    const { policy, waits } = retryPolicy();
    await expect(policy.run(failing(1, () => error))).rejects.toBe(error);
    expect(waits).toEqual([]);
  });

  it('is left when the command is cancelled', async () => {
    const controller = new AbortController();
    const policy = new RetryPolicy({ ...testContext('/'), signal: controller.signal });
    const waiting = policy.run(failing(1, () => busy(60)));
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
